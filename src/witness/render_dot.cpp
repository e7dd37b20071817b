#include <map>
#include <set>

#include "base/markup.h"
#include "witness/render.h"
#include "witness/wording.h"

namespace gnomon::witness {

using explicit_state::Witness;
using explicit_state::WitnessLink;
using explicit_state::WitnessPath;
using explicit_state::WitnessState;

namespace {

class DotRenderer {
 public:
  DotRenderer(const ispl::CheckedModel& model, const Witness& witness, const RenderOptions& options)
      : model_(model), witness_(witness), words_(model, witness, options.formula_limit()) {}

  std::string run() {
    out_ +=
        "digraph witness {\n  rankdir=LR;\n  node [shape=plaintext, fontname=\"Helvetica\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=10];\n";
    if (!witness_.claims.empty()) {
      out_ += "  label=<" + escaped_markup(words_.claim(witness_.claims.front())) + ">; labelloc=t; labeljust=l;\n";
    }
    for (const WitnessPath& path : witness_.paths) {
      note_changes(path);
      note_end(path);
    }
    for (std::size_t s = 0; s < witness_.states.size(); ++s) node(static_cast<WitnessState>(s));
    for (const WitnessPath& path : witness_.paths) edges(path);
    for (const auto& table : witness_.tables) edges(table);
    for (const WitnessLink& link : witness_.links) edge(link);
    return out_ + "}\n";
  }

 private:
  // A value is marked in the state in which a path first meets it.
  void note_changes(const WitnessPath& path) {
    for (std::size_t i = 1; i < path.states.size(); ++i) {
      before_.try_emplace(path.states[i], path.states[i - 1]);
    }
  }

  // Finite paths that go on fairly: what comes after the evidence.
  bool is_continuation(const WitnessPath& path) const {
    if (path.formula.is_none()) return false;
    const logic::Node& node = model_.pool[path.formula];
    return node.op == logic::Op::EG && model_.pool[node.left].op == logic::Op::True;
  }

  // Where a path shows what it is about: at its end, or at the end of a trace.
  void note_end(const WitnessPath& path) {
    if (path.last) {
      const std::size_t size = path.states.size();
      const std::size_t at =
          *path.last < size ? *path.last : *path.loop + (*path.last - *path.loop) % (size - *path.loop);
      ends_[path.states[at]] = "the trace ends here";
    } else if (!path.loop && path.states.size() > 1) {
      ends_.try_emplace(path.states.back(), "");
    }
  }

  void node(WitnessState s) {
    bool root = s == witness_.paths.front().states.front();
    auto before = before_.find(s);
    auto end = ends_.find(s);
    out_ += "  " + Wording::state(s) + " [label=<<table border=\"" + (root || end != ends_.end() ? "2" : "1") + "\"" +
            (end != ends_.end() ? " color=\"#c1121f\"" : "") +
            " cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><b>" + Wording::state(s) + "</b> {" +
            escaped_markup(joined(words_.propositions(s), ", ")) + "}</td></tr>";
    if (end != ends_.end() && !end->second.empty()) out_ += "<tr><td><i>" + end->second + "</i></td></tr>";
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      ispl::VarId var(v);
      bool changed = !root && before != before_.end() && witness_.states[before->second][v] != witness_.states[s][v];
      std::string text = escaped_markup(words_.variable(var) + " = " + words_.value(s, var));
      out_ += changed ? "<tr><td align=\"left\" bgcolor=\"#ffe08a\"><b>" + text + "</b></td></tr>"
                      : "<tr><td align=\"left\">" + text + "</td></tr>";
    }
    out_ += "</table>>];\n";
  }

  void step(WitnessState from, WitnessState to, const explicit_state::JointAction& joint, const std::string& style,
            const std::string& remark = "") {
    std::string label = remark.empty() ? "" : "<i>" + escaped_markup(remark) + "</i>";
    for (const std::string& action : words_.actions(joint))
      label += (label.empty() ? "" : "<br/>") + escaped_markup(action);
    std::string text = Wording::state(from) + " -> " + Wording::state(to) + " [label=<" +
                       (label.empty() ? " " : label) + ">" + style + "];";
    if (drawn_.insert(text).second) out_ += "  " + text + "\n";
  }

  void edges(const WitnessPath& path) {
    const char* style = is_continuation(path) ? ", style=dotted, color=gray40, fontcolor=gray40" : "";
    for (std::size_t i = 0; i + 1 < path.states.size(); ++i) {
      const bool repeated = path.stretch && path.stretch->to == i + 1;
      step(path.states[i], path.states[i + 1], path.actions[i], style, repeated ? words_.repeated(path) : "");
    }
    if (path.loop) step(path.states.back(), path.states[*path.loop], path.actions.back(), style);
  }

  void edges(const explicit_state::MoveTable& table) {
    for (const auto& entry : table.entries) {
      for (const auto& move : entry.moves) {
        for (WitnessState to : move.outcomes) step(entry.state, to, move.joint, ", color=blue");
      }
    }
  }

  void edge(const WitnessLink& link) {
    bool ought = link.kind == explicit_state::LinkKind::Ought || link.kind == explicit_state::LinkKind::Look;
    std::string text = Wording::state(link.from) + " -> " + Wording::state(link.to) +
                       " [style=dashed, dir=" + (ought ? "forward" : "none") + ", constraint=false, label=<" +
                       escaped_markup(words_.agents(link.agents)) + ">];";
    if (drawn_.insert(text).second) out_ += "  " + text + "\n";
  }

  const ispl::CheckedModel& model_;
  const Witness& witness_;
  Wording words_;
  std::map<WitnessState, WitnessState> before_;
  std::map<WitnessState, std::string> ends_;
  std::set<std::string> drawn_;
  std::string out_;
};

}  // namespace

std::string render_dot(const ispl::CheckedModel& model, const Witness& witness, const RenderOptions& options) {
  return DotRenderer(model, witness, options).run();
}

}  // namespace gnomon::witness
