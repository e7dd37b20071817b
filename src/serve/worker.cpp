#include "serve/worker.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

#include "serve/request.h"

namespace gnomon::serve {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      {"read", Pace::Quick, do_read},  {"language", Pace::Quick, do_language}, {"elaborate", Pace::Quick, do_elaborate},
      {"walk", Pace::Quick, do_walk},  {"check", Pace::Long, do_check},        {"explain", Pace::Long, do_explain},
      {"sweep", Pace::Long, do_sweep}, {"graph", Pace::Long, do_graph},
  };
  return all;
}

const Verb* find_verb(std::string_view name) {
  auto found = std::find_if(verbs().begin(), verbs().end(), [&](const Verb& verb) { return verb.name == name; });
  return found == verbs().end() ? nullptr : &*found;
}

std::string event_line(const Json& event) {
  return event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool work(std::string_view verb, const std::string& request, const WorkLimits& limits, const Emit& emit) {
  auto fail = [&](const std::string& message) {
    emit({{"event", "error"}, {"message", message}});
    return false;
  };
  try {
    const Verb* found = find_verb(verb);
    if (found == nullptr) return fail(fmt::format("there is no `{}`", verb));
    Json json = Json::parse(request, nullptr, false);
    if (!json.is_object()) return fail("the request is no JSON object");
    require_size(json, limits);
    found->perform(json, limits, emit);
    return true;
  } catch (const BadRequest& problem) {
    return fail(problem.what());
  } catch (const Json::exception& problem) {
    return fail(fmt::format("the request is not understood: {}", problem.what()));
  } catch (const std::bad_alloc&) {
    return fail("out of memory");
  } catch (const std::exception& problem) {
    return fail(fmt::format("internal error: {}. This is a bug in gnomon {}.", problem.what(), api::version()));
  }
}

}  // namespace gnomon::serve
