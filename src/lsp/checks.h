// Checks that were asked for: each runs `gnomon check` in a process of its own, with limits, and can be cancelled. A
// check waits until its text has been read, since only then the numbers of its formulas are known, and until fewer than
// kMostAtOnce others run.
//
// Results come back in three ways, so that every editor shows something: as the answer to the request, as information
// at the formula (a diagnostic of the source `gnomon check`), and in the titles of the code lenses.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lsp/connection.h"
#include "lsp/document.h"
#include "process/child.h"

namespace gnomon::lsp {

struct CheckSettings {
  double seconds = 60;
  std::string memory = "2G";
  std::vector<std::pair<std::string, std::string>> parameters;
};

// `500M`, `2G`, `2Gi`: bytes; none if it is no such thing.
std::optional<std::size_t> memory_bytes(const std::string& text);

class Checks {
 public:
  static constexpr std::size_t kMostAtOnce = 2;

  // `find` gives the open document of an address, or null.
  using Find = std::function<Document*(const std::string& uri)>;
  using Changed = std::function<void(Document&)>;
  struct Client {
    bool progress = false;       // may be asked to show progress
    bool show_document = false;  // can show a document
  };
  // `changed` is called when a document has new verdicts.
  Checks(Connection& connection, std::string program, Find find, Changed changed);
  ~Checks();

  CheckSettings settings;
  Client client;

  // The commands: gnomon.check, gnomon.checkAll, gnomon.witness. The answer comes later. Throws Refused.
  void start(const Json& id, const std::string& command, const Json& argument, const Json& token, Encoding encoding);
  void cancel(const Json& id);
  void cancel_progress(const Json& token);
  void document_closed(const std::string& uri);

  // To be called when documents have been read, or processes have something to say.
  void advance();
  std::vector<int> descriptors() const;
  bool running() const;

 private:
  enum class Kind : std::uint8_t { Check, Witness };
  struct Check {
    Json id;
    Kind kind = Kind::Check;
    std::string format;  // of a witness: text, html or page
    bool show = true;    // likewise: whether the client is to be asked to show it
    std::string uri;
    std::optional<std::uint32_t> formula;  // the place of its text; none: all
    std::int64_t version = 0;
    std::string title;
    Json token;
    std::unique_ptr<process::Child> child;
    std::size_t told = 0;  // bytes of the child's messages that were passed on
    bool cancelled = false;
  };

  bool step(Check& check);
  void launch(Check& check, const Document& document);
  void tell_progress(Check& check);
  void finish(Check& check);
  void finish_check(Check& check);
  void finish_witness(Check& check);
  void fail(Check& check, ErrorCode code, const std::string& message);
  void end_progress(Check& check, const std::string& message);
  std::string temporary_file(const std::string& name, const std::string& content);

  Connection& connection_;
  std::string program_;
  Find find_;
  Changed changed_;
  std::vector<std::unique_ptr<Check>> checks_;
  std::size_t tokens_ = 0;
  std::string folder_;  // for witnesses that editors open; empty: there is none yet
};

}  // namespace gnomon::lsp
