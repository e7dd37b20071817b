#include <algorithm>
#include <set>

#include "base/plural.h"
#include "witness/reading_order.h"
#include "witness/render.h"
#include "witness/text_lines.h"
#include "witness/wording.h"

namespace gnomon::witness {

using explicit_state::JointAction;
using explicit_state::Rule;
using explicit_state::Witness;
using explicit_state::WitnessLink;
using explicit_state::WitnessPath;
using explicit_state::WitnessState;

namespace {

constexpr std::size_t kLongPath = 40;  // longer ones are shown without their middle
constexpr std::size_t kShownFirst = 15;
constexpr std::size_t kShownLast = 10;
constexpr std::size_t kLongestTitle = 48;  // of a row of a table

class TextRenderer {
 public:
  TextRenderer(const ispl::CheckedModel& model, const Witness& witness, const RenderOptions& options)
      : model_(model),
        witness_(witness),
        options_(options),
        words_(model, witness, options.formula_limit()),
        lines_(options.width) {
    for (std::size_t s = 0; s < witness.states.size(); ++s) {
      name_width_ = std::max(name_width_, Wording::state(static_cast<WitnessState>(s)).size() + 2);
    }
  }

  std::string run() {
    if (!witness_.claims.empty()) {
      for (std::size_t c : reading_order(model_.pool, witness_)) section(witness_.claims[c]);
    }
    for (const WitnessPath& path : witness_.paths) {
      if (path.purpose != explicit_state::PathPurpose::Evidence) reach(path);
    }
    fair_futures();
    taken();
    for (const std::string& note : witness_.notes) paragraph("Note: " + note + ".");
    return lines_.take();
  }

  // Two histories that look the same, the second after a sentence of its own.
  std::string run_histories(const std::string& first, const std::string& second, const std::vector<ispl::VarId>& seen) {
    paragraph(first);
    path(witness_.paths[0]);
    paragraph(second);
    path(witness_.paths[1]);
    line("");
    line("  At the end:");
    twins(witness_.links[0], [&](ispl::VarId var) { return std::find(seen.begin(), seen.end(), var) != seen.end(); });
    return lines_.take();
  }

 private:
  // --- lines -----------------------------------------------------------------------------------------------------

  void line(const std::string& text) { lines_.line(text); }
  void paragraph(const std::string& text) { lines_.paragraph(text); }
  std::string indent() const { return std::string(4 + name_width_, ' '); }
  std::string label(WitnessState s) const { return "    " + padded(Wording::state(s), name_width_); }

  // --- states and steps ------------------------------------------------------------------------------------------

  std::string marks(WitnessState s, const std::string& remark) {
    std::string text = "{" + joined(words_.propositions(s), ", ") + "}";
    if (!remark.empty()) text += "  " + remark;
    return text;
  }

  void state_in_full(WitnessState s, const std::string& remark) {
    line(label(s) + marks(s, remark));
    std::size_t width = 0;
    for (const ispl::Agent& agent : model_.agents)
      width = agent.vars.empty() ? width : std::max(width, agent.name.size());
    for (const ispl::Agent& agent : model_.agents) {
      if (agent.vars.empty()) continue;
      std::vector<std::string> values;
      for (ispl::VarId var : agent.vars) values.push_back(model_.variable(var).name + " = " + words_.value(s, var));
      lines_.wrapped(indent() + padded(agent.name, width) + "  ", indent() + std::string(width + 2, ' '),
                     joined(values, ", "), ", ");
    }
    shown_.insert(s);
  }

  void state_after(WitnessState s, WitnessState before, const std::string& remark) {
    if (options_.full) return state_in_full(s, remark);
    line(label(s) + marks(s, remark));
    std::vector<std::string> changes;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      ispl::VarId var(v);
      if (witness_.states[s][v] == witness_.states[before][v]) continue;
      changes.push_back(words_.variable(var) + ": " + words_.value(before, var) + " -> " + words_.value(s, var));
    }
    std::string text = changes.empty() ? "nothing changes" : joined(changes, ", ");
    lines_.wrapped(indent(), indent(), text, ", ");
    shown_.insert(s);
  }

  void state_first(WitnessState s, const std::string& remark) {
    if (shown_.count(s) == 0 || options_.full) return state_in_full(s, remark);
    line(label(s) + marks(s, remark.empty() ? "as above" : "as above; " + remark));
  }

  void step(const JointAction& joint) {
    std::string bar = "     " + padded("|", name_width_ - 1);
    lines_.wrapped(bar, bar, joined(words_.actions(joint), ", "), ", ");
  }

  void path(const WitnessPath& path) {
    std::size_t end = path.states.size();
    bool cut = path.last && *path.last + 1 < end && witness_.finite_tests == explicit_state::TestReading::OnTrace &&
               !options_.full;
    if (cut) end = *path.last + 1;
    bool elide = end > kLongPath && !options_.full;
    for (std::size_t i = 0; i < end; ++i) {
      if (elide && i == kShownFirst) {
        std::size_t left_out = end - kShownFirst - kShownLast;
        line("    " + padded(" :", name_width_) + std::to_string(left_out) + " states are left out");
        i += left_out;
      }
      std::string remark = remark_at(path, i);
      if (i == 0) {
        state_first(path.states[0], remark);
      } else {
        step(path.actions[i - 1]);
        state_after(path.states[i], path.states[i - 1], remark);
      }
    }
    if (!path.loop || cut ||
        (path.last && witness_.finite_tests == explicit_state::TestReading::OnTrace && !options_.full)) {
      return;
    }
    step(path.actions.back());
    WitnessState to = path.states[*path.loop];
    line("    " + padded("", name_width_) + "back to " + Wording::state(to));
  }

  // One column per position of the path, as many beside one another as the width allows.
  void truths(const WitnessPath& path) {
    const std::vector<TruthRow> rows = words_.truth_rows(path);
    if (rows.empty()) return;
    auto title = [&](const TruthRow& row) {
      std::string text = words_.formula(row.formula);
      if (text.size() > kLongestTitle) text = text.substr(0, kLongestTitle - 3) + "...";
      return text;
    };
    constexpr std::string_view kHead = "true at";
    std::size_t name = kHead.size();
    for (const TruthRow& row : rows) name = std::max(name, title(row).size());
    const std::size_t positions = rows.front().holds.size();
    const std::size_t room = options_.width > name + 6 ? options_.width - name - 6 : 1;
    const std::size_t columns = std::max<std::size_t>(room / name_width_, 1);
    for (std::size_t from = 0; from < positions; from += columns) {
      const std::size_t to = std::min(positions, from + columns);
      line("");
      std::string head = "    " + padded(std::string(from == 0 ? kHead : ""), name + 2);
      for (std::size_t i = from; i < to; ++i) head += padded(Wording::state(path.states[place(path, i)]), name_width_);
      line(trimmed(std::move(head)));
      for (const TruthRow& row : rows) {
        std::string text = "    " + padded(title(row), name + 2);
        for (std::size_t i = from; i < to; ++i) text += padded(row.holds[i] ? " x" : " .", name_width_);
        line(trimmed(std::move(text)));
      }
    }
  }

  // Where position i of the infinite path stands in the list.
  static std::size_t place(const WitnessPath& path, std::size_t i) {
    const std::size_t size = path.states.size();
    return i < size ? i : *path.loop + (i - *path.loop) % (size - *path.loop);
  }

  std::string remark_at(const WitnessPath& path, std::size_t i) const {
    std::vector<std::string> remarks;
    if (path.last && *path.last == i) remarks.emplace_back("the trace ends here");
    if (path.stretch && path.stretch->to == i) remarks.push_back(words_.repeated(path));
    bool hide_loop = path.last && witness_.finite_tests == explicit_state::TestReading::OnTrace && !options_.full;
    if (path.loop && *path.loop == i && !hide_loop && path.states.size() > 1) remarks.emplace_back("the loop begins");
    for (std::size_t k = 0; k < path.fair_visits.size(); ++k) {
      if (path.fair_visits[k] != i) continue;
      remarks.push_back("meets fairness " + words_.formula(model_.fairness[k].property.formula));
    }
    return joined(remarks, "; ");
  }

  // Finite paths end in states from which fair paths start.
  void fair_futures() {
    auto goes_on = [](const WitnessPath& path) { return !path.loop && path.states.size() > 1; };
    bool some = std::any_of(witness_.paths.begin(), witness_.paths.end(), goes_on);
    if (!some && !options_.full) return;
    for (const explicit_state::Claim& claim : witness_.claims) {
      const logic::Node& node = model_.pool[claim.formula];
      bool future = node.op == logic::Op::EG && model_.pool[node.left].op == logic::Op::True;
      if (!future || !claim.path || told_.count(claim.formula) != 0) continue;
      if (options_.full) {
        section(claim);
      } else {
        return paragraph("From the end of each finite path a fair path goes on.");
      }
    }
  }

  void reach(const WitnessPath& found) {
    if (!reached_.insert(&found).second) return;
    if (found.states.size() == 1) {
      if (shown_.count(found.states.front()) != 0) return;
      paragraph(Wording::state(found.states.front()) + " is an initial state.");
    } else {
      paragraph(Wording::state(found.states.back()) + " can be reached from the initial state " +
                Wording::state(found.states.front()) + ".");
    }
    path(found);
  }

  // --- claims ----------------------------------------------------------------------------------------------------

  void section(const explicit_state::Claim& claim) {
    std::string sentence = words_.claim(claim) + ": " + words_.reason(claim);
    bool evidence = claim.path || claim.table;
    if (claim.path && witness_.paths[*claim.path].states.size() == 1 && !witness_.paths[*claim.path].loop) {
      evidence = shown_.count(claim.state) == 0;
    }
    paragraph(sentence + ".");
    told_.insert(claim.formula);
    bool shows_itself = claim.path || claim.table || claim.rule == Rule::Parts;
    if (!shows_itself) show_alone(claim.state);
    if (claim.path && evidence) {
      path(witness_.paths[*claim.path]);
      truths(witness_.paths[*claim.path]);
    }
    for (std::size_t l : claim.links) {
      if (claim.rule != Rule::Possible) twins(witness_.links[l]);
      show_way(witness_.links[l].to);
    }
    if (claim.table) table(witness_.tables[*claim.table]);
  }

  // An initial state that the reader has not seen.
  void show_alone(WitnessState s) {
    if (shown_.count(s) == 0) state_in_full(s, "");
  }

  // How a state that looks like another one comes about.
  void show_way(WitnessState s) {
    if (shown_.count(s) != 0) return;
    for (const WitnessPath& path : witness_.paths) {
      if (path.purpose == explicit_state::PathPurpose::Reach && path.states.back() == s) return reach(path);
    }
  }

  void twins(const WitnessLink& link) {
    if (link.kind == explicit_state::LinkKind::Ought || link.kind == explicit_state::LinkKind::Look) return;
    const bool remembers = witness_.knowledge != logic::KnowledgeSemantics::Observational;
    twins(link, [&](ispl::VarId var) {
      if (remembers) return std::find(link.seen.begin(), link.seen.end(), var) != link.seen.end();
      return std::any_of(link.agents.begin(), link.agents.end(), [&](ispl::AgentId agent) {
        const auto& vars = model_.agent(agent).observes;
        return std::binary_search(vars.begin(), vars.end(), var);
      });
    });
  }

  template <class Visible>
  void twins(const WitnessLink& link, Visible&& visible_to_them) {
    if (link.from == link.to) return;
    std::vector<ispl::VarId> seen;
    std::vector<ispl::VarId> hidden;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      bool visible = visible_to_them(ispl::VarId(v));
      bool same = witness_.states[link.from][v] == witness_.states[link.to][v];
      if (visible) {
        seen.emplace_back(v);
      } else if (!same || options_.full) {
        hidden.emplace_back(v);
      }
    }
    std::size_t name = 0;
    std::size_t value = Wording::state(link.from).size();
    for (const auto* list : {&seen, &hidden}) {
      for (ispl::VarId var : *list) {
        name = std::max(name, words_.variable(var).size());
        value = std::max(value, words_.value(link.from, var).size());
      }
    }
    std::string who = words_.agents(link.agents);
    std::string sees = who + (link.agents.size() > 1 ? " see" : " sees");
    std::string does_not = "but not";
    std::size_t head = std::max(sees.size(), does_not.size()) + 2;
    line("    " + std::string(head + name + 2, ' ') + padded(Wording::state(link.from), value + 2) +
         Wording::state(link.to));
    auto rows = [&](const std::string& title, const std::vector<ispl::VarId>& vars) {
      if (vars.empty()) return line("    " + padded(title, head) + "(nothing)");
      for (std::size_t i = 0; i < vars.size(); ++i) {
        line("    " + padded(i == 0 ? title : "", head) + padded(words_.variable(vars[i]), name + 2) +
             padded(words_.value(link.from, vars[i]), value + 2) + words_.value(link.to, vars[i]));
      }
    };
    rows(sees, seen);
    rows(does_not, hidden);
  }

  // What the group does, and how the others answer.
  std::string choice(const explicit_state::MoveTable& table, const explicit_state::TableMove& move) const {
    JointAction group(move.joint.size());
    JointAction others = move.joint;
    for (ispl::AgentId agent : table.group) std::swap(group[agent.index()], others[agent.index()]);
    std::vector<std::string> mine = words_.actions(group);
    std::string text = mine.empty() ? "(nothing to choose)" : joined(mine, ", ");
    return table.holds ? text : text + "; then " + joined(words_.actions(others), ", ");
  }

  void table(const explicit_state::MoveTable& table) {
    for (const auto& entry : table.entries) {
      state_first(entry.state, entry.step ? "after " + plural(*entry.step, "step") : "");
      if (entry.moves.empty()) line(indent() + "no joint action is enabled");
      for (const auto& move : entry.moves) {
        std::vector<std::string> outcomes;
        for (WitnessState s : move.outcomes) outcomes.push_back(Wording::state(s));
        std::string text = choice(table, move) + " -> " + (outcomes.empty() ? "nothing" : joined(outcomes, ", "));
        lines_.wrapped("    " + padded(" |", name_width_), indent(), text, " ");
      }
    }
    for (const auto& entry : table.entries) {
      for (const auto& move : entry.moves) {
        for (WitnessState s : move.outcomes) {
          if (shown_.count(s) == 0) state_in_full(s, "");
        }
      }
    }
    if (table.uniform) by_observation(table);
    if (table.open.empty()) return;
    std::vector<std::string> open;
    for (WitnessState s : table.open) open.push_back(Wording::state(s));
    paragraph("The table is cut off at " + joined(open, ", ") + ".");
  }

  // What each member does, by what it sees.
  void by_observation(const explicit_state::MoveTable& table) {
    for (ispl::AgentId agent : table.group) {
      std::set<std::string> lines;
      for (const auto& entry : table.entries) {
        const ispl::ActionId action = entry.moves.front().joint[agent.index()];
        if (action.is_none()) continue;
        std::vector<std::string> seen;
        for (ispl::VarId var : model_.agent(agent).observes) {
          seen.push_back(words_.variable(var) + " = " + words_.value(entry.state, var));
        }
        lines.insert((seen.empty() ? "(nothing)" : joined(seen, ", ")) + " -> " +
                     model_.agent(agent).actions[action.index()].name);
      }
      if (lines.empty()) continue;
      paragraph(words_.agent(agent) + " acts by what it sees:");
      for (const std::string& text : lines) lines_.wrapped("    ", "      ", text, " ");
    }
  }

  void taken() {
    std::vector<std::string> texts;
    for (const explicit_state::Claim& claim : witness_.claims) {
      if (claim.rule == Rule::Taken && claim.needed) texts.push_back(words_.claim(claim));
    }
    if (texts.empty()) return;
    paragraph("Not shown, because it speaks of everything there is or lies too deep:");
    for (const std::string& text : texts) lines_.wrapped("    ", "      ", text, " ");
  }

  const ispl::CheckedModel& model_;
  const Witness& witness_;
  const RenderOptions& options_;
  Wording words_;
  std::size_t name_width_ = 0;
  std::set<WitnessState> shown_;          // states whose values the reader has seen
  std::set<const WitnessPath*> reached_;  // Reach paths that were shown
  std::set<logic::Formula> told_;         // formulas with a section
  TextLines lines_;
};

}  // namespace

std::string render_text(const ispl::CheckedModel& model, const Witness& witness, const RenderOptions& options) {
  return TextRenderer(model, witness, options).run();
}

std::string render_histories(const ispl::CheckedModel& model, const Witness& witness, const std::string& first,
                             const std::string& second, const std::vector<ispl::VarId>& seen,
                             const RenderOptions& options) {
  return TextRenderer(model, witness, options).run_histories(first, second, seen);
}

}  // namespace gnomon::witness
