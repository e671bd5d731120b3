/// \file
/// Whether the build has a sanitizer that brings functions and memory of its own.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define YARI_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define YARI_SANITIZED 1
#endif
#endif
#ifndef YARI_SANITIZED
#define YARI_SANITIZED 0
#endif
