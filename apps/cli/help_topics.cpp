#include "help_topics.h"

namespace gnomon::cli {

namespace {

constexpr std::string_view kCommands = R"(Commands

  gnomon check FILE              build the model, check its formulas
  gnomon info FILE               agents, states, depth, deadlocks, unused names
  gnomon parse FILE [--print]    diagnostics only, or the model formatted
  gnomon gen NAME PARAMS...      write a model of a scenario; --list shows them
  gnomon automaton FORMULA       the automaton of a path formula
  gnomon simulate FILE           walk through the model
  gnomon graph FILE              the reachable graph, for Graphviz or as JSON
  gnomon elaborate FILE -D N=4   the plain model that a parametric one stands for
  gnomon export FILE --aiger     the model for other provers, as AIGER or with --smv for SMV tools
  gnomon test FILE... -D N=2..6  stated verdicts (`expect`) against those found
  gnomon lsp                     a language server for editors, on standard input and output
  gnomon serve                   the studio: models, verdicts and explanations in the browser
  gnomon sweep FILE... -D N=2..6 states, seconds, memory and verdicts over parameters and engines
  gnomon worker --cluster URL    perform tasks of sweeps and checks on other machines
  gnomon cluster status|runs     workers and runs of a cluster; also cancel RUN, check
  gnomon mcmas OPTIONS FILE      options and output lines of MCMAS 1.3.0
  gnomon help [TOPIC]

FILE may be - for standard input. Examples:

  gnomon gen dining_cryptographers 5 | gnomon check -
  gnomon check --formula 'AG (paid1 -> K(Cryptographer1, paid1))' model.ispl
  gnomon check --json --timeout 60 --memory 4G model.ispl

Results go to standard output; progress, warnings and errors to standard error.
)";

constexpr std::string_view kLanguage = R"(The language: ISPL

  Semantics = MultiAssignment;      -- or SingleAssignment; may be left out
  Agent Environment                 -- may be left out
    Obsvars: x : boolean; end Obsvars              -- seen by every agent
    Vars: y : {a, b}; z : 0 .. 7; end Vars
    Actions = {go, stop};
    Protocol: y = a : {go, stop}; Other : {stop}; end Protocol
    Evolution: y = b and z = z + 1 if y = a and Action = go; end Evolution
  end Agent
  Agent Robot
    Lobsvars = {z};                 -- variables of the Environment that it sees
    Vars: near : boolean; end Vars
    RedStates: near = true; end RedStates
    Actions = {look, wait};
    Protocol: Other : {look, wait}; end Protocol
    Evolution: near = true if Action = look and Environment.Action = go; end Evolution
  end Agent
  Evaluation close if Robot.near = true; end Evaluation
  InitStates Environment.y = a and Environment.z = 0 and Robot.near = false; end InitStates
  Groups all = {Environment, Robot}; end Groups
  Fairness close; end Fairness      -- holds infinitely often on every path
  Formulae AG (close -> K(Robot, close)); end Formulae

All agents act at once. Each evolution line whose condition holds is one alternative; if none holds, nothing
changes. A value outside its variable's range makes the alternative impossible (`--check-overflow` finds it).
Arithmetic is exact. A state in which some agent can do nothing has no successor: a deadlock.
`gnomon help logics` explains the formulas.

A model may have parameters, for which -D gives values:

  Constants N : 2..9 = 3; Id = 1..N; end Constants
  Agent Node[i : Id] ... x[j : Id] : boolean; ... end Agent
  Evaluation all if forall (i : Id) (Node[i].x[1]); end Evaluation
  Formulae safe[i : Id] : AG !bad[i] expect N > 2; end Formulae
)";

constexpr std::string_view kLogics = R"(Formulas

A formula is TRUE iff it holds in every initial state. With a Fairness section only the states count from which a
fair path starts.

  state formulas    p, Agent.GreenStates, Agent.RedStates, true, false
                    ! and or -> <->
                    AX AF AG EX EF EG, A(f U g), E(f U g)
                    K(agent, f)  GK(group, f)  DK(group, f)  GCK(group, f)  O(agent, f)
                    <group>X f   <group>F f    <group>G f    <group>(f U g)
                    a group is declared in Groups, or listed: <{Sender, Receiver}>F f
  bounds on steps   EF[a,b] f, A(f U[a,] g), <group>G<=b f, AX[n] f, LTL F>=a f, <rho>[a,b] f;
                    an upper end may be a name, F<=x f: the values that make the formula true are found
  questions         min(f, g)  max(f, g)  min(g)  max(g)  delay(agent, f): the answer is a number of steps
  LTL f             f on every path: X F G U W R
  CTL* f            A and E over such path formulas
  LDL f             f on every path: <rho>f, [rho]f
                    rho ::= f | f? | rho + rho | rho ; rho | rho* | rho+ | rho{n,m}
  CDL* f            A and E over LDL path formulas
  LTLf CTL*f LDLf CDL*f   the same on finite traces

Binding, loosest first: <-> -> or and ! U W R X F G. So `AG p and q` is `(AG p) and q`, and `!a U b` is `!(a U b)`.
)";

constexpr std::string_view kRecall = R"(Knowledge with memory, and changing observations

An attribute in front of a formula says what knowledge means in it; --knowledge says it for formulas without one.

  @observational    K(i, f): f in every reachable state that looks the same to i now (the default)
  @clock            agents also know how many steps were made: f after every history of the same length whose last
                    state looks the same
  @recall           agents remember all they have seen: f after every history that looked the same at every step

  @recall AG (muddy1 -> AF K(Child1, muddy1))

An agent sees its own variables, all Obsvars and its Lobsvars. Other views of agents get names:

  Observations
    camera of Robot = {Robot.x, Environment.light};
    Robot starts with camera;         -- otherwise with its own view, which is called own
  end Observations

  @recall Delta(Robot, camera, f)     f, where Robot observes with camera from now on; what it saw before it remembers

Delta needs @recall. GCK is decided under @observational and @clock. `starts with` is about knowledge with memory only:
without memory agents see with their own views. docs/recall.md has the exact meaning.
)";

constexpr std::string_view kWitness = R"(Witnesses and counterexamples: why a formula is true or false

  --witness           as text below each verdict; --full: every state in full; --depth N: how deep it goes
  --witness=html      a page for the browser, to step through it
  --witness=svg|dot   a picture; svg needs Graphviz
  --witness=json      data; --output DIR writes files witness_N, which `gnomon simulate --load` replays

Each has been replayed on a plain interpreter of the model before it is shown. In JSON:

  kind          witness or counterexample
  states        the distinct states, each agent with its variables; numbers of states are places in this list
  propositions  by state, those that hold there
  observes      by agent, the variables that it sees
  paths         for (the formula, or `reachable`), holds, states, actions (one per step), loop (the position that follows
                the last one; absent: the path is finite), last (where a finite trace ends), truth (where the parts of
                a path formula are true, by position)
  links         agents cannot tell the states from and to apart; as: K, GK, DK, GCK, O
  strategies    what a coalition does (holds), or how the others answer
  possible      of knowledge that holds: what the agents consider possible
  taken         what the explanation rests on without showing it
  notes         sentences

The first path begins in the initial state that the explanation is about.
)";

constexpr std::string_view kEngines = R"(Engines: what decides the formulas

  --engine=auto       whichever of diagrams and explicit gets further, with proofs beside them where both take long;
                      the default
  --engine=diagrams   sets of states as decision diagrams; options that are about them, such as --order, imply it
  --slices N          with diagrams: cut the states into N slices with diagrams of their own, which --jobs threads work
                      on, or with --cluster its workers; auto cuts large diagrams where the parts are much smaller
                      than the whole
  --engine=explicit   every state by itself; with --jobs N threads
  --engine=ic3        proofs of invariants and of what one path refutes, without working out the states
  --engine=portfolio  all of them in a race, in processes of their own; --compare-engines lets all of them finish
  --bounded[=sat]     faults first: while states are being found, or on paths of growing length

Verdicts do not depend on the engine; time and memory do. What an engine does not decide is unknown, with the reason.

ic3 decides AG f, !EF f, LTL G f, LDL [true*]f and conjunctions of them, with f about the present state: propositions,
Boolean operators, and K, GK, DK, O where they say what holds in all look-alikes. Every proof is checked by another
solver on other clauses before TRUE is told. --certificate FILE writes it:

  gnomon certificate 1
  model 0123456789abcdef gate.ispl

  formula 2: AG (!a or !b)
  always !a or !b
    not (Train1.place = tunnel and Train2.place in {wait, tunnel})
  end

Every initial state satisfies all lines, no step leads out of the states that do, and they imply the formula. docs/engines.md
explains the conditions.
)";

constexpr std::string_view kExitCodes = R"(Exit status

  0   every formula is true
  1   at least one formula is false (with --exit-zero: 0)
  2   the model or the command line is wrong, or a file cannot be read or written
  3   some verdict is unknown and none is false: a limit was reached, the run was interrupted, or a formula is
      not supported
  4   internal error: a bug; the message says how to report it

`gnomon mcmas` exits with 0 whenever all formulas were decided, true or false.
)";

constexpr std::string_view kJson = R"(The JSON document of `gnomon check --json` and `gnomon info --json`

  gnomon, schema    version of the program and of the document's form
  file              the name of the model
  fingerprint, semantics, work   a hash of the text; the options that verdicts depend on, and others
  values            with --typed: `typed`
  model             parameters, agents, variables, state_bits, initial_states, reachable_states, depth, fair_states,
                    deadlocks, overflows (with deadlock_example, overflow_example); what is not known is absent
  formulas          index, text, name, expected, line, column, logic, verdict, value (of min, max and
                    delay), parameter, direction, smallest, largest, all, parameters, front, best (of
                    formulas with parameters), reason and advice (if unknown), vacuous (with --vacuity), seconds;
                    witness or no_witness (with --witness; see `gnomon help witness`); with --bounded and
                    --engine=ic3 depth and basis (whole, part or induction); with --engine=portfolio engine
  bounded           with --bounded: engine, depth, states, complete, checks, check_seconds
  stopped           why work ended early, if it did
  statistics        seconds by phase, peak_nodes, peak_memory_bytes, reorderings; with --slices: slicing (slices,
                    exchanges, changes, critical_seconds, duplicated_states) or not_cut; with --cluster: workers
  diagnostics       severity, name (of a warning), file, line, column, message, hint, note

Counts of states are decimal strings, because they exceed the integers of most languages. A verdict is "true",
"false" or "unknown". If the model is wrong there are diagnostics and no formulas. The schema is docs/schema.json.

For several models there is one document with a list `models` of such documents. `gnomon parse --json` and `gnomon gen
--list --json` print others, which the schema defines.

`gnomon sweep --json` has a list `runs`: file, parameters, outcome, reason, seconds, memory_bytes, and as `result` the
document above.
)";

constexpr std::string_view kWarnings = R"(Warnings

  -Wno-NAME       silence a warning
  -WNAME          undo that
  -Werror=NAME    make it an error (exit status 2)
  -Werror         make all warnings errors
  --quiet         show errors only

)";

}  // namespace

const std::vector<HelpTopic>& help_topics() {
  static const std::vector<HelpTopic> topics = {
      {"commands", "what the program can do", kCommands},
      {"language", "how models are written", kLanguage},
      {"logics", "how formulas are written", kLogics},
      {"recall", "knowledge with memory, observations, Delta", kRecall},
      {"witness", "why a formula is true or false", kWitness},
      {"engines", "what decides the formulas", kEngines},
      {"exit-codes", "what the exit status says", kExitCodes},
      {"json", "the document of --json", kJson},
      {"warnings", "names and control of warnings", kWarnings},
  };
  return topics;
}

}  // namespace gnomon::cli
