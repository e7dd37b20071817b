#include "lsp/checks.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <utility>

namespace gnomon::lsp {

namespace {

// The last line that is not empty.
std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return std::string(text.substr(text.find_last_of("\r\n") + 1));
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::string out;
  for (char c : text) {
    if (out.size() >= kMost && (static_cast<unsigned char>(c) & 0xc0u) != 0x80u) return out + "…";
    out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return out;
}

// A page is about one formula: of the instances of a line the first that is known to be false, or else the first.
std::size_t to_be_explained(const Document& document, const std::vector<std::size_t>& instances) {
  for (const Verdict& one : document.verdicts()) {
    bool among = std::find(instances.begin(), instances.end(), one.index) != instances.end();
    if (among && one.verdict == "false") return one.index;
  }
  return instances.empty() ? 1 : instances.front();
}

std::string ended_by(const process::Child& child) {
  if (child.flooded()) return "the check said more than can be shown and was ended";
  if (child.killed()) return "the check took too long and was ended";
  if (child.status() < 0) return fmt::format("the check was ended by signal {}", -child.status());
  std::string line = last_line(child.complaints());
  return line.empty() ? fmt::format("the check ended with status {}", child.status()) : line;
}

}  // namespace

std::optional<std::size_t> memory_bytes(const std::string& text) {
  std::size_t number = 0;
  auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || number == 0) return std::nullopt;
  std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  std::size_t thousand = unit.ends_with("i") ? 1024 : 1000;
  if (unit.ends_with("i")) unit.remove_suffix(1);
  std::size_t factor = unit.empty()  ? 1
                       : unit == "K" ? thousand
                       : unit == "M" ? thousand * thousand
                       : unit == "G" ? thousand * thousand * thousand
                                     : 0;
  if (factor == 0 || number > (std::size_t{1} << 50) / factor) return std::nullopt;
  return number * factor;
}

Checks::Checks(Connection& connection, std::string program, Find find, Changed changed)
    : connection_(connection), program_(std::move(program)), find_(std::move(find)), changed_(std::move(changed)) {}

Checks::~Checks() {
  checks_.clear();
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void Checks::start(const Json& id, const std::string& command, const Json& argument, const Json& token,
                   Encoding encoding) {
  auto check = std::make_unique<Check>();
  check->id = id;
  check->uri = argument.at("uri").get<std::string>();
  Document* document = find_(check->uri);
  if (document == nullptr) throw Refused("the document is not open");
  check->kind = command == "gnomon.witness" ? Kind::Witness : Kind::Check;
  check->format = argument.value("format", "text");
  check->show = argument.value("show", true);
  check->version = document->version();
  check->title = "checking all formulas";
  if (command != "gnomon.checkAll") {
    std::uint32_t at = document->text().offset(place_of(argument.at("position")), encoding);
    const std::vector<FormulaLine>& lines = document->analysis().index().formulas;
    auto line = std::find_if(lines.begin(), lines.end(), [&](const FormulaLine& one) {
      return !one.fairness && one.line.begin <= at && at <= one.line.end;
    });
    if (line == lines.end()) throw Refused("there is no formula at this place");
    check->formula = line->text.begin;
    check->title = fmt::format("checking {}", shortened(document->text().slice(line->text)));
  }
  if (!token.is_null()) {
    check->token = token;
  } else if (client.progress) {
    check->token = fmt::format("gnomon-check-{}", ++tokens_);
    connection_.request("window/workDoneProgress/create", {{"token", check->token}});
  }
  if (!check->token.is_null()) {
    connection_.notify("$/progress", {{"token", check->token},
                                      {"value", {{"kind", "begin"}, {"title", check->title}, {"cancellable", true}}}});
  }
  checks_.push_back(std::move(check));
  advance();
}

void Checks::cancel(const Json& id) {
  for (auto& check : checks_) {
    if (check->id == id) check->cancelled = true;
  }
  advance();
}

void Checks::cancel_progress(const Json& token) {
  for (auto& check : checks_) {
    if (!check->token.is_null() && check->token == token) check->cancelled = true;
  }
  advance();
}

void Checks::document_closed(const std::string& uri) {
  for (auto& check : checks_) {
    if (check->uri == uri) check->cancelled = true;
  }
  advance();
}

bool Checks::running() const {
  return std::any_of(checks_.begin(), checks_.end(), [](const auto& check) { return check->child != nullptr; });
}

std::vector<int> Checks::descriptors() const {
  std::vector<int> found;
  for (const auto& check : checks_) {
    if (!check->child) continue;
    for (int one : {check->child->output(), check->child->errors()}) {
      if (one >= 0) found.push_back(one);
    }
  }
  return found;
}

void Checks::advance() {
  // Finishing one may make room for another.
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (!step(*checks_[i])) continue;
      checks_.erase(checks_.begin() + static_cast<std::ptrdiff_t>(i));
      again = true;
      break;
    }
  }
}

// True if the check is over, and its answer has been sent.
bool Checks::step(Check& check) {
  if (check.cancelled) {
    fail(check, ErrorCode::RequestCancelled, "the check was cancelled");
    return true;
  }
  if (check.child) {
    check.child->enforce();
    bool ended = check.child->collect();
    tell_progress(check);
    if (ended) finish(check);
    return ended;
  }
  Document* document = find_(check.uri);
  if (document == nullptr || document->version() != check.version) {
    fail(check, ErrorCode::ContentModified, "the text was changed before it was checked");
    return true;
  }
  if (!document->is_checked()) return false;
  if (const Checked& said = *document->checked(); said.has_errors) {
    fail(check, ErrorCode::RequestFailed,
         said.stopped.empty() ? "the model has errors: there is nothing to check"
                              : "the model was not read to its end: " + said.stopped);
    return true;
  }
  auto busy = std::count_if(checks_.begin(), checks_.end(), [](const auto& one) { return one->child != nullptr; });
  if (static_cast<std::size_t>(busy) >= kMostAtOnce) return false;
  try {
    launch(check, *document);
  } catch (const std::exception& error) {
    fail(check, ErrorCode::RequestFailed, fmt::format("the check could not be started: {}", error.what()));
    return true;
  }
  return false;
}

void Checks::launch(Check& check, const Document& document) {
  std::vector<std::string> arguments = {"check",
                                        "--exit-zero",
                                        "--quiet",
                                        "--progress=always",
                                        fmt::format("--timeout={}", settings.seconds),
                                        fmt::format("--memory={}", settings.memory)};
  if (check.kind == Kind::Check) {
    arguments.push_back("--json");
  } else {
    arguments.push_back(check.format == "text" ? "--witness=text" : "--witness=html");
  }
  for (const auto& [name, value] : settings.parameters) {
    arguments.push_back("-D");
    arguments.push_back(fmt::format("{}={}", name, value));
  }
  if (check.formula) {
    for (const FormulaLine& line : document.analysis().index().formulas) {
      if (line.text.begin != *check.formula) continue;
      std::vector<std::size_t> indices = document.formulas_of(line);
      bool page = check.kind == Kind::Witness && check.format != "text";
      if (page) indices = {to_be_explained(document, indices)};
      for (std::size_t index : indices) {
        arguments.push_back("--formula");
        arguments.push_back(std::to_string(index));
      }
    }
  }
  arguments.push_back("-");
  process::Child::Limits limits;
  limits.seconds = settings.seconds;
  limits.bytes = memory_bytes(settings.memory).value_or(limits.bytes);
  check.child = std::make_unique<process::Child>(program_, arguments, document.text().bytes(), limits);
}

void Checks::tell_progress(Check& check) {
  const std::string& said = check.child->complaints();
  std::size_t end = said.find_last_of('\n');
  if (check.token.is_null() || end == std::string::npos || end + 1 <= check.told) return;
  check.told = end + 1;
  std::string line = last_line(std::string_view(said).substr(0, end));
  constexpr std::string_view kName = "gnomon: ";
  if (!line.starts_with(kName)) return;
  connection_.notify("$/progress",
                     {{"token", check.token}, {"value", {{"kind", "report"}, {"message", line.substr(kName.size())}}}});
}

void Checks::end_progress(Check& check, const std::string& message) {
  if (check.token.is_null()) return;
  connection_.notify("$/progress", {{"token", check.token}, {"value", {{"kind", "end"}, {"message", message}}}});
}

void Checks::fail(Check& check, ErrorCode code, const std::string& message) {
  end_progress(check, message);
  connection_.fail(check.id, code, message);
}

void Checks::finish(Check& check) {
  // 3: some verdict is unknown.
  if (check.child->status() != 0 && check.child->status() != 3) {
    return fail(check, ErrorCode::RequestFailed, ended_by(*check.child));
  }
  if (check.kind == Kind::Check) {
    finish_check(check);
  } else {
    finish_witness(check);
  }
}

void Checks::finish_check(Check& check) {
  Json result = Json::parse(check.child->text(), nullptr, false);
  if (!result.is_object() || !result.contains("formulas")) {
    return fail(check, ErrorCode::RequestFailed, ended_by(*check.child));
  }
  Document* document = find_(check.uri);
  bool current = document != nullptr && document->version() == check.version;
  std::array<std::size_t, 3> counts{};
  for (const Json& one : result["formulas"]) {
    Verdict verdict;
    verdict.index = one.value("index", std::size_t{0});
    verdict.name = one.value("name", "");
    verdict.verdict = one.value("verdict", "unknown");
    verdict.reason = one.value("reason", "");
    verdict.seconds = one.value("seconds", 0.0);
    if (one.contains("expected")) verdict.expected = one["expected"] == "true";
    ++counts[verdict.verdict == "true" ? 0 : verdict.verdict == "false" ? 1 : 2];
    if (current) document->add_verdict(std::move(verdict));
  }
  std::string message = fmt::format("{} true, {} false", counts[0], counts[1]);
  if (counts[2] > 0) message += fmt::format(", {} unknown", counts[2]);
  end_progress(check, message);
  if (current) changed_(*document);
  connection_.respond(check.id, {{"message", message}, {"formulas", result["formulas"]}});
}

std::string Checks::temporary_file(const std::string& name, const std::string& content) {
  if (folder_.empty()) {
    std::string pattern = (std::filesystem::temp_directory_path() / "gnomon-lsp-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "no folder for temporary files");
    }
    folder_ = pattern;
  }
  std::string path = folder_ + "/" + name;
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), path);
  return path;
}

// A witness is the answer to the request, and is shown where the client can show documents.
void Checks::finish_witness(Check& check) {
  const std::string& text = check.child->text();
  if (text.find_first_not_of(" \n") == std::string::npos) {
    // Then the reason is the last thing that was said, in parentheses.
    std::string reason = last_line(check.child->complaints());
    reason.erase(0, reason.find_first_not_of(" ("));
    if (reason.ends_with(")")) reason.pop_back();
    return fail(check, ErrorCode::RequestFailed, reason.empty() ? "there is no witness" : reason);
  }
  Json answer = {{"format", check.format == "text" ? "text" : "html"}, {"content", text}};
  end_progress(check, "");
  bool page = check.format == "page";
  bool wanted = check.show && (check.format == "text" || page);
  if (wanted && client.show_document) {
    try {
      std::string path = temporary_file(page ? "witness.html" : "witness.txt", text);
      connection_.request("window/showDocument", {{"uri", "file://" + path}, {"external", page}, {"takeFocus", true}});
    } catch (const std::exception& error) {
      connection_.notify("window/showMessage", {{"type", 2}, {"message", error.what()}});
    }
  } else if (wanted && !page) {
    connection_.notify("window/showMessage", {{"type", 3}, {"message", text}});
  }
  connection_.respond(check.id, std::move(answer));
}

}  // namespace gnomon::lsp
