// Stands for the precompiled headers of what is compiled with -O1: see CMakeLists.txt.
