// Long work on behalf of Python: without the interpreter's lock, and so that Ctrl-C ends it.
//
// Python runs its signal handlers only in the main thread and only while that thread holds the lock. So the work goes to
// a thread of its own; the calling thread waits, and a few times per second lets Python handle its signals. A handler
// that raises (KeyboardInterrupt) sets the interrupt flag of the work, which then ends early; the exception passes on to
// the caller. Exceptions of callbacks that the work makes end it in the same way. Cost: a thread per call.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <pybind11/pybind11.h>
#include <thread>

namespace gnomon::python {

// The calls of one run: one at a time, those of other threads wait; and what can end their work. All members are used
// with the interpreter's lock.
class Interruption {
 public:
  // The right to use the run, from a call's beginning to its end. UsageError in a callback of the run itself.
  class Turn {
   public:
    explicit Turn(Interruption& interruption);

   private:
    std::unique_lock<std::timed_mutex> lock_;
  };

  const std::atomic<bool>* flag() const { return &flag_; }
  bool happened() const { return flag_; }
  // Ready for the next call, where the work can be taken up again.
  void reset() { flag_ = false; }
  // Ends the work; the exception is that of the call that waits for it. The first one wins.
  void raise(pybind11::error_already_set exception);
  // Calls `work` in a thread of its own and waits for it; `work` does not have the interpreter's lock.
  void call(const std::function<void()>& work);
  // Calls a callback of Python's in the thread that works; what it raises ends the work.
  void call_back(const std::function<void()>& callback);

 private:
  std::atomic<bool> flag_ = false;
  std::timed_mutex busy_;
  std::thread::id calling_back_;  // the thread that is in a callback
  std::optional<pybind11::error_already_set> exception_;
};

}  // namespace gnomon::python
