// The words of ISPL, for colours in the editor.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const sections = /^(Semantics|Evaluation|InitStates|Groups|Fairness|Formulae|Constants|Definitions|Observations|Vars|Obsvars|Lobsvars|RedStates|GreenStates|Actions|Protocol|Evolution|Agent|end)\b/;
const words = /^(if|of|starts|with|for|forall|exists|then|else|mod|div|expect|and|or|boolean)\b/;
const logics = /^((LTLf?|LDLf?)\b|(CTL|CDL)\*f?|@(clock|recall|observational)\b|(AX|AF|AG|EX|EF|EG|GCK|GK|DK|[AEXFGUWRKO]|Delta)\b)/;
const constants = /^(MultiAssignment|SingleAssignment|MA|SA|Action|Other|true|false)\b/;

export const ispl = StreamLanguage.define<null>({
  name: "ispl",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("--")) { stream.skipToEnd(); return "comment"; }
    if (stream.match(sections)) return "keyword";
    if (stream.match(words)) return "operatorKeyword";
    if (stream.match(logics)) return "modifier";
    if (stream.match(constants)) return "atom";
    if (stream.match(/^[0-9]+/)) return "number";
    if (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/)) return "variableName";
    if (stream.match(/^(->|<->|<=|>=|!=|\.\.|[-+*/=<>!~&|^?])/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "--" } },
});

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.operatorKeyword, class: "tok-word" },
  { tag: tags.modifier, class: "tok-logic" },
  { tag: tags.atom, class: "tok-atom" },
  { tag: tags.number, class: "tok-atom" },
  { tag: tags.operator, class: "tok-operator" },
]));
