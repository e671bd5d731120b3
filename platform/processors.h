/// \file
/// How many threads are worth starting.
#pragma once

namespace yari::platform {

/// The processors that this process may use at the same time, at least 1: what a set of processors
/// (`taskset`) and, on Linux, the limit of a container leave of those that there are.
int processors();

/// `asked`, or for 0 one thread for each processor.
inline int threads_for(int asked) { return asked > 0 ? asked : processors(); }

}  // namespace yari::platform
