// Gnomon as a library: load a model, check its formulas, learn about it. Plain data in, plain data out; no diagram, no
// syntax tree, nothing to keep alive but the Run itself.
//
//   gnomon::api::Run run("model.ispl", text);
//   if (!run.has_errors()) {
//     for (const auto& result : run.check_all()) use(result.text, result.verdict);
//   }
//   for (const auto& diagnostic : run.diagnostics()) show(diagnostic.rendered);
//
// The library never prints and never exits. What is wrong with the user's text becomes diagnostics. Running out of time
// or memory, or being interrupted, is a normal result: the verdict Unknown with a reason, and all that is known so far.
// Exceptions mean misuse of this interface (UsageError) or a bug in the library (anything else).
//
// Threads and lifetimes. A Run owns everything it makes; two runs share nothing, so they may be used in different
// threads at the same time. One run is used by one thread at a time; it may be moved, also to another thread, between
// calls. Callbacks (progress, decided) are called in the thread of the call, before it returns; they must not use the
// run, except that `decided` may call explain. An exception from a callback passes through the call; afterwards the run
// may only be destroyed. The interrupt flag is the one thing that another thread may touch while a call works; it must
// outlive the run. Results are plain data and outlive the run. Memory is measured for the whole process, so limits of
// runs in several threads see each other's growth.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)  // what the shared library shows

namespace gnomon {

class Post;
class HelperPost;
class History;

}  // namespace gnomon

namespace gnomon::api {

std::string_view version();

// A caller broke the contract of this interface; the message says how.
class UsageError : public std::logic_error {
  using std::logic_error::logic_error;
};

// --- what we tell about the text ------------------------------------------------------------------------------------

enum class Severity : std::uint8_t { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;
  std::uint32_t line = 0;  // from 1; 0: about the model as a whole
  std::uint32_t column = 0;
  std::string message;
  std::string hint;          // may be empty
  std::string name;          // of a warning, as in -Wname; empty for errors that never were warnings
  std::string rendered;      // `file:line:column: error: message`, the source line, a caret, the hint
  std::string note = {};     // in parametric models, for which instance: "in agent Node[3]"; may be empty
  std::uint32_t length = 0;  // bytes of the text that it is about; 0: the place itself
};

struct Warning {
  std::string_view name;
  std::string_view meaning;
};
// All warnings there are, by name.
const std::vector<Warning>& warnings();

struct WarningOptions {
  std::vector<std::string> disabled;
  std::vector<std::string> errors;  // these warnings count as errors
  bool all_are_errors = false;
};

// --- options --------------------------------------------------------------------------------------------------------

enum class Order : std::uint8_t { Force, Declaration };
enum class Reorder : std::uint8_t { Automatic, Off };
// On finite traces a test either ends with the trace or looks along the infinite path beyond its end.
enum class FiniteTests : std::uint8_t { Finite, Infinite };
// How path quantifiers are evaluated; Automatic takes the cheapest method that applies, the others force one where it
// does.
enum class PathEngine : std::uint8_t { Automatic, Fixpoint, Nfa, Explicit, Tableau, Symbolic, Counters };
// Strategic operators: may a coalition choose by the whole state, or must each member act on what it sees?
enum class Strategies : std::uint8_t { Full, Uniform };
// What an agent's knowledge rests on: the present observation, the observation and the time, or all observations so
// far.
enum class Knowledge : std::uint8_t { Observational, Clock, Recall };
// With a clock or recall: agents know that the history began in an initial state, or take every reachable state that
// looks like it for possible.
enum class InitialInformation : std::uint8_t { Own, All };
// Chaining finds the reachable states of models with a scheduler in fewer rounds, but no depth.
enum class Exploration : std::uint8_t { Automatic, BreadthFirst, Chaining };
// What works out the reachable states and what holds in them: sets of states as decision diagrams, or every state by
// itself. Automatic begins with single states and changes to diagrams where these get further. Ic3 proves or refutes
// invariants without working out the states and leaves other formulas unknown; what is asked besides formulas is answered
// as with Diagrams. Portfolio is the word of a program that lets runs with all engines race (`gnomon check
// --engine=portfolio`); one run alone takes it for Automatic.
enum class Engine : std::uint8_t { Automatic, Explicit, Diagrams, Ic3, Portfolio };
// With Engine::Diagrams: whether the states are cut into slices with diagrams of their own, which threads work on. Automatic
// cuts a model whose diagrams have grown large, if the parts are much smaller than the whole.
enum class Slicing : std::uint8_t { Off, Automatic, Always };
enum class Phase : std::uint8_t { Parse, Encode, Reach, Fairness, Check, Deadlocks, Overflows };

struct Progress {
  Phase phase = Phase::Parse;
  std::size_t depth = 0;     // Reach: steps from the initial states so far; Check by SAT: the bound
  std::size_t formula = 0;   // Check: the index of the formula, from 1
  std::size_t formulas = 0;  // Check: how many there are
  std::size_t nodes = 0;     // live diagram nodes when they were last counted
  double states = 0;         // found so far, when they were last counted; 0: not counted
  double seconds = 0;        // since the run began
  bool complete = false;     // all reachable states have been found
};

// Values for the parameters of a model: name and value, as in `N` and `4`, `limit[2]` and `5`.
using Parameters = std::vector<std::pair<std::string, std::string>>;

// Values of a parameter in the bounds of formulas (`X[x] p`) that are tried one by one, both ends included.
struct StepRange {
  std::string name;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

struct RunOptions {
  Parameters parameters;
  std::vector<StepRange> step_ranges;
  bool finite_traces = false;  // LDL and CDL* formulas are about finite traces
  FiniteTests finite_tests = FiniteTests::Finite;
  Engine engine = Engine::Diagrams;
  std::size_t jobs = 1;  // threads that list states, or work on slices; nothing but the time depends on it
  Slicing slicing = Slicing::Off;
  std::size_t slices = 0;  // how many; 0: two for each job
  bool confirm = false;    // look up at the end of the search that slices contain all states; if not, an exception
  // With slicing: where slices work, if not on threads of this process. The program gnomon has implementations
  // (src/base/post.h); it must outlive the run.
  HelperPost* helpers = nullptr;
  // With slicing: where the course of the work is told, so that it can go on in another process. The program gnomon has
  // an implementation (src/base/history.h); it must outlive the run.
  History* history = nullptr;
  std::optional<double> checkpoint_seconds;  // between two copies of what slices have; none: 10
  Order order = Order::Force;
  Reorder reorder = Reorder::Automatic;
  Exploration exploration = Exploration::Automatic;
  PathEngine path_engine = PathEngine::Automatic;
  Strategies strategies = Strategies::Full;
  Knowledge knowledge = Knowledge::Observational;  // of formulas without an attribute @...
  InitialInformation initial_information = InitialInformation::Own;
  WarningOptions warnings;
  // Limits of the whole run, from its construction on.
  std::optional<double> timeout_seconds;
  std::size_t memory_bytes = 0;                  // that the process may grow by; 0: no limit
  const std::atomic<bool>* interrupt = nullptr;  // set it from a signal handler or another thread to stop the run
  // Called a few times per second during long work, from the thread that works. Must not use the run.
  std::function<void(const Progress&)> progress;
};

// Limits of one call, from its beginning on, within those of the run. When one is reached, what the call did not finish
// is unknown, and the next call may try again with what was computed so far.
struct CallLimits {
  std::optional<double> timeout_seconds;
  std::size_t memory_bytes = 0;  // that the process may grow by; 0: no limit
};

// Bounded checking: formulas are decided while the reachable states are being found, as diagrams or one by one, or by a
// SAT solver on paths of growing length. An answer found on a part of the model is right; where none is found the whole
// model decides (Diagrams, Explicit), induction or nothing does (Sat).
enum class BoundedEngine : std::uint8_t { Diagrams, Sat, Explicit };
// When the exploration stops to check, but with Sat: so that checks take no more than a small share of the time (Explicit:
// when the states have doubled), at every n-th depth, at one depth only, or when states, memory or time have grown by a
// factor.
enum class CheckWhen : std::uint8_t { Adaptive, EveryNth, Once, States, Memory, Time };

struct BoundedOptions {
  BoundedEngine engine = BoundedEngine::Diagrams;
  CheckWhen when = CheckWhen::Adaptive;
  std::size_t depth = 1;  // EveryNth: n; Once: the depth
  double growth = 2;      // States, Memory, Time: the factor
  // Go no further than this depth, or bound. Absent: to the fixed point, or to kDefaultBound with Sat.
  std::optional<std::size_t> bound;
  static constexpr std::size_t kDefaultBound = 50;
};

// --- results --------------------------------------------------------------------------------------------------------

enum class Verdict : std::uint8_t { True, False, Unknown };

// Why a verdict is unknown: what would help.
enum class ReasonKind : std::uint8_t {
  Time,         // a deadline
  Memory,       // a limit of memory
  Size,         // one construction became too large: another method or a smaller formula
  Interrupted,  // the run was asked to stop
  Unsupported,  // this engine does not decide such formulas
  Bound,        // not decided within the bound
};

struct AgentState {
  std::string agent;
  std::vector<std::pair<std::string, std::string>> values;  // variable, value as written in ISPL
};
using State = std::vector<AgentState>;

// Why a formula is true or false (docs/counterexamples.md). States are numbered by their place in `states`.
struct Witness {
  using Actions = std::vector<std::pair<std::string, std::string>>;  // agent, action
  struct Path {
    std::string formula;  // what it shows; empty: that its last state can be reached
    bool holds = true;    // the formula is true, or false, in the first state
    std::vector<std::size_t> states;
    std::optional<std::size_t> loop;  // the position that follows the last one; none: a finite path
    std::optional<std::size_t> last;  // of a finite trace: the position where it ends
    // The steps between two positions, whose states are the same, are made so many times in addition; without a number
    // they may be repeated as often as one likes, for larger values of parameters.
    struct Repeat {
      std::size_t from = 0;
      std::size_t to = 0;
      std::optional<std::uint64_t> times;
    };
    std::optional<Repeat> repeat;
    std::vector<Actions> actions;  // one joint action per step, that back to `loop` included
    // Where the parts of a path formula are true, by position; on a finite trace up to its end. The formula itself
    // comes first. Propositions are not listed.
    struct Truth {
      std::string formula;
      std::vector<bool> holds;
    };
    std::vector<Truth> truth;
  };
  // The agents cannot tell the states apart; of kind "O": the agent is green in `to`.
  struct Link {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<std::string> agents;
    std::string kind;  // K, GK, GCK, DK, O
  };
  struct Move {
    Actions actions;  // of the coalition; in an answer, of all agents
    std::vector<std::size_t> outcomes;
  };
  struct Entry {
    std::size_t state = 0;
    std::vector<Move> moves;
    std::optional<std::size_t> step = std::nullopt;  // of an operator with a bound: so many steps were made before
  };
  // What a coalition does, or how the others answer whatever it does.
  struct Table {
    std::string formula;
    bool holds = true;
    bool uniform = false;  // members play the same wherever they see the same
    std::vector<std::string> agents;
    std::vector<Entry> entries;
    std::vector<std::size_t> open;  // states where the table was cut off
  };
  // Knowledge that holds: what agents consider possible.
  struct Possible {
    std::string formula;
    std::size_t state = 0;
    std::string count;                // decimal
    std::vector<std::size_t> states;  // all of them, or one of each kind
  };
  // Something that the witness rests on without showing it.
  struct Taken {
    std::string formula;
    bool holds = true;
    std::size_t state = 0;
  };
  bool counterexample = false;
  std::vector<State> states;
  std::vector<std::vector<std::string>> propositions;                      // by state: those that hold there
  std::vector<std::pair<std::string, std::vector<std::string>>> observes;  // agent, and the variables Agent.x it sees
  std::vector<Path> paths;  // the first begins in the initial state that the witness is about
  std::vector<Link> links;
  std::vector<Table> tables;
  std::vector<Possible> possible;
  std::vector<Taken> taken;
  std::vector<std::string> notes;  // sentences
  // Of a formula with parameters: the values that were put in; absent: the bound was left out. What other values show
  // follows in `further`.
  std::vector<std::pair<std::string, std::optional<std::uint64_t>>> values;
  std::vector<Witness> further;
  std::string text;  // for people
  std::string dot;   // for Graphviz
};

struct WitnessOptions {
  std::size_t depth = 6;  // how many paths, look-alikes and strategies below one another
  bool full = false;      // every state in full
};

// What a verdict rests on: all reachable states, or in bounded checking a part of them or a proof by induction.
enum class Basis : std::uint8_t { Whole, Part, Induction };

// The values of the parameters of a formula (`F<=x p`) that make it true.
struct StepParameter {
  std::string name;
  bool up = true;  // growing values keep the formula true; otherwise shrinking ones do
};
struct StepValues {
  std::vector<StepParameter> parameters;
  // If the formula is true: the extreme points, none of which can be improved without spoiling another parameter. A
  // value for each parameter; absent: all values. With parameters of both directions (`mixed`) one point: for each its optimum when
  // the others are as easy as can be.
  std::vector<std::vector<std::optional<std::uint64_t>>> points;
  bool mixed = false;
  bool unbounded = false;  // false for all values, but true without the bounds
  // Of a parameter with a range (RunOptions::step_ranges): its values that make the formula true, in runs, both ends included.
  std::optional<StepRange> range;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> good;
  // Why the search was stopped when the verdict was known; then there are no points. Of a single parameter: what is known
  // of its smallest or largest value.
  std::string stopped;
  std::optional<std::uint64_t> at_least;
  std::optional<std::uint64_t> at_most;
};

// A part of a true formula that its truth does not depend on.
struct VacuousPart {
  std::string formula;
  bool either = false;  // it can be replaced by true and by false
  bool by = false;      // otherwise by this
};

struct FormulaResult {
  std::size_t index = 0;         // from 1: those of the file, then those added
  std::string text;              // as the user wrote it, white space folded
  std::string name;              // in parametric models: `safe`, `safe[2]`; empty: it has none
  std::optional<bool> expected;  // the verdict that the model states
  std::string file;              // empty: added by add_formula
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string logic;  // CTLK, ATLK, LTLK, CTL*K, LDLK, CDL*K, ...
  bool strategic = false;
  Verdict verdict = Verdict::Unknown;
  std::string value;                      // of a question for a number of steps: the number, `none` or `infinite`
  std::optional<StepValues> values;       // of a formula with parameters
  std::string reason;                     // why the verdict is Unknown
  std::optional<ReasonKind> reason_kind;  // likewise
  std::string advice;                     // what may decide it then, by the options of the program; often empty
  std::vector<VacuousPart> vacuous;       // after Run::find_vacuity
  Basis basis = Basis::Whole;
  std::optional<std::size_t> depth;  // bounded checking: the depth, or bound, at which the formula was decided
  bool rounds = false;               // that depth counts rounds of chaining, not steps
  std::optional<Witness> witness;    // after Run::explain
  std::string no_witness;            // or why there is none
  double seconds = 0;
  std::string engine;                    // of several engines that raced: the one that decided it
  std::vector<std::string> explanation;  // per path quantifier, how it was evaluated: a line each
  std::string certificate;               // with Engine::Ic3, what proves a true formula: see docs/engines.md
};

struct AgentFacts {
  std::string name;
  std::size_t variables = 0;
  std::size_t actions = 0;
  std::size_t observes = 0;  // variables that it sees
};

struct VariableFacts {
  std::string agent;
  std::string name;
  std::string type;                    // as it is written in ISPL: `0 .. 3`
  std::string values;                  // how many, decimal
  std::vector<std::string> observers;  // the agents that see it
};

// A parameter of the model.
struct ParameterFacts {
  std::string name;
  std::string type;      // `2..9`
  std::string value;     // of this run
  std::string standard;  // the value without a choice; empty: there is none
};

// What a search for states of some kind found.
struct StatesFound {
  std::string count;             // decimal
  std::optional<State> example;  // if there is one
  std::optional<Witness> way;    // after Run::explain_deadlock, explain_overflow: a shortest path to such a state
  std::string no_way;            // or why there is none
};

// How far bounded checking went.
struct BoundedFacts {
  BoundedEngine engine = BoundedEngine::Diagrams;
  std::size_t depth = 0;     // steps from the initial states; Sat: the last bound
  bool rounds = false;       // the steps are rounds of chaining
  bool complete = false;     // all reachable states were found
  std::string states;        // Diagrams: found so far; empty if not counted
  std::size_t checks = 0;    // evaluations of a formula on a part; Sat: calls of the solver
  double check_seconds = 0;  // spent on them
};

// Counts are decimal strings: they exceed every machine integer. What is not (yet) known is absent.
struct ModelFacts {
  std::size_t agents = 0;  // declared in the text
  std::size_t variables = 0;
  std::optional<std::size_t> state_bits;
  std::optional<std::string> initial_states;
  std::optional<std::string> reachable_states;
  std::optional<std::size_t> depth;
  std::optional<std::string> fair_states;  // with a Fairness section: reachable states from which a fair path starts
  std::optional<StatesFound> deadlocks;    // reachable states without successor
  std::optional<StatesFound> overflows;    // reachable states with an assignment outside its variable's range
  std::optional<BoundedFacts> bounded;     // after check_bounded
};

// Declared, but without use. Names are qualified by their agents.
struct UnusedNames {
  std::vector<std::string> variables;     // read by no condition, assignment, proposition or initial-state constraint
  std::vector<std::string> actions;       // allowed by no line of the protocol
  std::vector<std::string> propositions;  // in no formula
  std::vector<std::string> groups;        // in no formula
};

// One slice of a model that was cut (RunOptions::slicing).
struct SliceFacts {
  std::string states;  // reachable ones that are its own; empty: not counted, because a limit was reached
  std::size_t peak_nodes = 0;
  std::size_t peak_memory_bytes = 0;  // of its diagrams
  double seconds = 0;                 // of processor time
  std::size_t bytes_sent = 0;         // to other slices
  std::string worker;                 // of a cluster; empty: this process
  double waited_seconds = 0;          // for others, at a worker of a cluster
};

struct SlicingFacts {
  std::vector<SliceFacts> slices;
  std::size_t exchanges = 0;
  std::size_t splits = 0;         // of a slice that had become too large
  std::size_t rebalanced = 0;     // a slice was split, and two others were united
  std::size_t moves = 0;          // to workers of a cluster that came during the run
  std::size_t checkpoints = 0;    // from which lost slices begin anew
  double critical_seconds = 0;    // of processor time, if every slice had a processor of its own
  std::string duplicated_states;  // held by more than one slice: 0; empty: not counted
  bool confirmed = false;         // RunOptions::confirm: all states were found
};

struct Statistics {
  double parse_seconds = 0;
  double encode_seconds = 0;
  double reach_seconds = 0;
  double check_seconds = 0;     // fairness and formulas
  double analysis_seconds = 0;  // counting states, deadlocks, overflows
  double total_seconds = 0;
  std::size_t peak_nodes = 0;         // of the diagrams
  std::size_t peak_memory_bytes = 0;  // of the process
  std::uint64_t reorderings = 0;
  // How the diagrams were made, a sentence each: the order of variables, the relation, the changes of the order.
  std::vector<std::string> choices;
  std::optional<SlicingFacts> slicing;  // if the model was cut
  std::string not_cut;                  // why it was not, with Slicing::Automatic
};

struct ElaboratedModel {
  std::string text;
  std::string stopped;  // it would be too large: a sentence, and there is no text
};

// --- models for other tools -----------------------------------------------------------------------------------------

// AIGER 1.9, compact or as text, with invariants as bad states and formulas about paths as justice properties; or SMV.
enum class ExportFormat : std::uint8_t { Aiger, AigerAscii, Smv };

struct ExportedFormula {
  std::size_t index = 0;
  std::string text;
  // What it became: the formula is true iff the other tool finds nothing of these. AIGER: b0, b1, ... (bad states) and j0,
  // j1, ... (justice); SMV: the number of a specification, from 0, in the order of the text.
  std::vector<std::string> properties;
  std::string left_out;  // or why it is left out
};

struct ExportedVariable {
  std::string agent;
  std::string name;
  std::string type;                  // as it is written in ISPL; its values have the codes 0, 1, ... in this order
  std::vector<std::size_t> latches;  // AIGER: of the code, most significant first
  std::string smv;                   // SMV: its name
};

struct ExportedModel {
  std::string text;  // empty, and diagnostics or `stopped` say why, if it could not be written
  std::vector<ExportedFormula> formulas;
  std::vector<ExportedVariable> variables;
  std::string stopped;  // a limit was reached
};

// --- the run --------------------------------------------------------------------------------------------------------

class Run {
 public:
  // Reads the model. `file` is the name used in messages.
  Run(std::string file, std::string text, RunOptions options = {});
  ~Run();
  // A run that was moved from may only be destroyed or assigned to.
  Run(Run&& other) noexcept;
  Run& operator=(Run&& other) noexcept;

  // The same model and formulas, those added included, with other settings; nothing is read again, nothing that was worked
  // out is taken along, and limits count from now on. Options that say how the text is read (parameters, step ranges, finite
  // traces, knowledge, warnings) stay what they were. This run may only be destroyed or assigned to then.
  Run with_settings(RunOptions options);

  const std::string& file() const;
  const RunOptions& options() const;
  // Tells models apart: a hash of the text, 16 hexadecimal digits (FNV-1a).
  std::string fingerprint() const;
  // Everything so far; grows with add_formula, build, check and the searches.
  const std::vector<Diagnostic>& diagnostics() const;
  // The text has errors: there is no model, and the members below throw UsageError unless they say otherwise.
  bool has_errors() const;

  // The formulas, not yet checked: index, text, place and logic.
  const std::vector<FormulaResult>& formulas() const;
  // One more formula, read like a line of the Formulae section; its index, or nothing and diagnostics. Errors in it do
  // not change has_errors(). `label` stands for the file name in messages.
  std::optional<std::size_t> add_formula(std::string text, std::string label = "formula");
  // The reachable states as bytes, for a file; nothing, and `stopped` says why, if a limit was reached. Sets of states are
  // made as diagrams for that, whatever the engine.
  std::optional<std::string> save_reachable(const CallLimits& limits = {});
  // Such bytes, of the same model with any formulas, in place of an exploration; to be called before any work. What is
  // wrong with them, a sentence without full stop; empty if nothing is. They must come from a file that one trusts to be
  // what save_reachable gave: damage is found, forgery is not.
  std::string load_reachable(std::string_view bytes, const CallLimits& limits = {});
  // Ranges among the options whose parameter no formula has so far, by name.
  std::vector<std::string> unused_step_ranges() const;
  // The formulas of a file of their own, written as in the section Formulae; their indices, or nothing and diagnostics.
  std::optional<std::vector<std::size_t>> add_formulas(std::string text, std::string file);
  // The model and the formulas of the file as ISPL text.
  std::string print() const;
  // The same as plain ISPL, without anything that only parametric models have: what MCMAS reads.
  ElaboratedModel elaborate() const;
  // The model with some of its formulas, by index, for other tools. Warns of formulas that are left out.
  ExportedModel export_model(const std::vector<std::size_t>& indices, ExportFormat format,
                             const CallLimits& limits = {});
  std::vector<ParameterFacts> parameters() const;  // in the order of the text
  std::vector<AgentFacts> agents() const;
  std::vector<VariableFacts> variables() const;
  UnusedNames unused() const;

  // Encodes the model and computes the reachable states; true if that was completed. Called by all that needs it.
  bool build(const CallLimits& limits = {});
  // Says which formulas will be checked, by index, and whether all reachable states are needed anyway. It changes no verdict:
  // an engine that chooses among methods chooses better. Without it every formula is taken as the only one.
  void expect(const std::vector<std::size_t>& indices, bool all_states);
  // Why an engine cannot decide a formula, whatever the model: a sentence without full stop, found without work. Empty: it
  // may be able to.
  std::string refusal(std::size_t index, Engine engine) const;
  std::string refusal(std::size_t index, BoundedEngine engine) const;
  // Decides one formula, by its index.
  FormulaResult check(std::size_t index, const CallLimits& limits = {});
  std::vector<FormulaResult> check_all();
  // Decides several formulas along one bounded search. `decided` is called for each of them, once, as soon as its
  // verdict is known (those that remain unknown come last); it may call explain.
  using OnDecided = std::function<void(FormulaResult& result)>;
  void check_bounded(const std::vector<std::size_t>& indices, const BoundedOptions& options, const OnDecided& decided,
                     const CallLimits& limits = {});
  // Fills in the witness of a formula that this run decided, or the reason why it has none; UsageError for a verdict
  // that is not this run's. Every witness has been replayed step by step on a plain interpreter of the model; one that
  // does not replay is a bug and becomes an exception.
  void explain(FormulaResult& result, const WitnessOptions& options = {}, const CallLimits& limits = {});

  // Fills in the largest parts of a true formula that its truth does not depend on, and warns of them. Nothing for
  // formulas that are false, ask for numbers or have parameters. Parts that cannot be decided within the limits are left
  // out.
  void find_vacuity(FormulaResult& result, const CallLimits& limits = {});

  // Search all reachable states; the result is in facts(), or a limit was reached and false is returned.
  bool find_deadlocks();
  bool find_overflows();
  // Works on slices of this model for a run elsewhere (RunOptions::helpers) until that has ended. A sentence about what
  // went wrong, or empty. UsageError if the model has errors.
  std::string work_on_slices(Post& post);
  // Adds a shortest path to the nearest of the states found, which becomes the example; nothing if none was found.
  void explain_deadlock(const WitnessOptions& options = {}, const CallLimits& limits = {});
  void explain_overflow(const WitnessOptions& options = {}, const CallLimits& limits = {});

  ModelFacts facts() const;       // allowed with errors: then empty
  Statistics statistics() const;  // allowed with errors
  // Why work ended early ("time limit of 2 s reached while computing the reachable states, depth 17"); empty if it
  // did not.
  std::string stopped() const;

 private:
  struct Impl;
  explicit Run(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// --- scenarios ------------------------------------------------------------------------------------------------------

struct GeneratedModel {
  std::string text;                 // ISPL; empty if there are errors
  std::vector<std::string> errors;  // sentences
};

// A model of a family, by name and parameters (`10` or `N=10`). `logic` and `specification` select formulas.
GeneratedModel generate(const std::string& name, const std::vector<std::string>& parameters,
                        const std::optional<std::string>& logic = {}, std::optional<int> specification = {});
// The parametric model of a family, of which `generate` writes instances. In some families `generate` adds formulas whose
// depth is a parameter.
GeneratedModel scenario_source(const std::string& name);
// The families, each described with its parameters and specifications.
std::vector<std::string> describe_scenarios();

// --- automata -------------------------------------------------------------------------------------------------------

enum class AutomatonFormat : std::uint8_t { Hoa, Dot };

struct AutomatonText {
  std::string text;                // empty if there are errors
  std::vector<Diagnostic> errors;  // about the formula
};

// The Büchi automaton of a path formula (`LTL G (p -> F q)`, `LDL [p;q*]r`, `CTL* E F p`: what stands below the
// outermost quantifier), or the finite automaton where the prefix says finite traces. Every name is a proposition.
AutomatonText automaton(const std::string& formula, AutomatonFormat format);

// --- help for programs ----------------------------------------------------------------------------------------------

// The candidate closest to a misspelt name, or empty if none is close.
std::string closest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace gnomon::api

#pragma GCC visibility pop
