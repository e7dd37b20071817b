// Operations on diagrams deeper than the caller's stack.
//
// A recursion uses at most a fixed share of the caller's stack; most never come near it. One that does is started again
// on a thread with a stack of its own, sized for the number of variables, while the caller waits. Little is lost: what
// the first attempt computed is in the computed cache. Stack pages cost memory only where they are touched.
#include <exception>
#include <functional>
#include <optional>
#include <pthread.h>

#include "base/thread_seconds.h"
#include "bdd/engine.h"

namespace gnomon::bdd {

namespace {

// Runs `body` on a fresh thread with a stack of that size and waits for it. False if there is no such thread to be had.
bool run_on_thread(std::size_t stack_bytes, const std::function<void()>& body) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const auto entry = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  const bool started =
      pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
      pthread_create(&thread, &attributes, entry, const_cast<void*>(static_cast<const void*>(&body))) == 0;
  pthread_attr_destroy(&attributes);
  if (started) pthread_join(thread, nullptr);
  return started;
}

}  // namespace

double Engine::processor_seconds() const {
  return thread_seconds() + helper_seconds_;
}

Edge Engine::run_on_large_stack(const std::function<Edge()>& recursion) {
  constexpr std::size_t kBytesPerLevel = 1024;
  constexpr std::size_t kSpare = std::size_t{1} << 20;  // for everything that is not the recursion
  std::size_t stack_bytes = kSpare + var_count() * kBytesPerLevel;
  while (true) {
    std::optional<Edge> result;
    std::exception_ptr failure;
    const bool started = run_on_thread(stack_bytes + kSpare, [&] {
      try {
        kept_.clear();
        stack_limit_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_bytes;
        result = recursion();
      } catch (const StackExhausted&) {
        result.reset();
      } catch (...) {
        failure = std::current_exception();
      }
      helper_seconds_ += thread_seconds();  // the thread ends here
    });
    kept_.clear();
    if (!started) throw LimitReached(Limit::Memory, "no memory for the stack of a deep diagram operation");
    if (failure) std::rethrow_exception(failure);
    if (result) return *result;
    stack_bytes *= 2;
  }
}

}  // namespace gnomon::bdd
