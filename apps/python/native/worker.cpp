#include "worker.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <utility>

#include "gnomon/gnomon.h"

namespace gnomon::python {

namespace py = pybind11;

namespace {

constexpr std::chrono::milliseconds kBetweenSignals(50);

// The thread that works, and whether it is done.
class Worker {
 public:
  explicit Worker(const std::function<void()>& work) : thread_([this, &work] { run(work); }) {}
  ~Worker() { thread_.join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kBetweenSignals, [this] { return done_; });
  }
  std::exception_ptr failure() const { return failure_; }  // once it is done

 private:
  void run(const std::function<void()>& work) {
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
    std::lock_guard lock(mutex_);
    done_ = true;
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace

Interruption::Turn::Turn(Interruption& interruption) : lock_(interruption.busy_, std::defer_lock) {
  if (interruption.calling_back_ == std::this_thread::get_id()) {
    throw api::UsageError("a progress callback cannot use the model that calls it");
  }
  if (lock_.try_lock()) return;
  while (true) {
    {
      py::gil_scoped_release release;
      if (lock_.try_lock_for(kBetweenSignals)) return;
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

void Interruption::call_back(const std::function<void()>& callback) {
  calling_back_ = std::this_thread::get_id();
  try {
    callback();
  } catch (py::error_already_set& exception) {
    raise(std::move(exception));
  }
  calling_back_ = {};
}

void Interruption::raise(py::error_already_set exception) {
  if (!exception_) exception_ = std::move(exception);
  flag_ = true;
}

void Interruption::call(const std::function<void()>& work) {
  std::exception_ptr failure;
  {
    py::gil_scoped_release release;
    Worker worker(work);
    while (!worker.wait()) {
      py::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) raise(py::error_already_set());
    }
    failure = worker.failure();
  }
  if (exception_) {
    py::error_already_set exception = std::move(*exception_);
    exception_.reset();
    throw exception;
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gnomon::python
