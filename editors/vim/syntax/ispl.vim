" ISPL, the language of Gnomon's models. Copy editors/vim to ~/.vim, or add it to 'runtimepath'.
if exists("b:current_syntax")
  finish
endif
syntax case match

syntax match isplName "\<\a\w*\>" contains=NONE
syntax match isplNumber "\<\d\+\>"
syntax match isplOperator "->\|<=\|>=\|!=\|\.\.\|[-+*/=<>!~&|^?]"
syntax keyword isplSection Semantics Agent Evaluation InitStates Groups Fairness Observations Constants Definitions
syntax keyword isplSection Vars Obsvars Lobsvars RedStates GreenStates Actions Protocol Evolution end
syntax keyword isplConstant MultiAssignment SingleAssignment MA SA Environment Action Other
syntax keyword isplKeyword if of starts with and or for forall exists then else mod div expect
syntax keyword isplType boolean
syntax keyword isplBoolean true false
" Operators of formulas are names elsewhere.
syntax region isplFormulae matchgroup=isplSection start="\<Formulae\>" end="\<end\s\+Formulae\>"
      \ contains=isplModal,isplStates,isplLogic,isplFormulaName,isplNumber,isplOperator,isplKeyword,isplBoolean,isplConstant,isplComment
syntax match isplFormulaName "\<\a\w*\>" contained
" Formulas name the states in which an agent does, or does not, as it should: Agent.GreenStates.
syntax keyword isplStates RedStates GreenStates contained
syntax keyword isplModal AX AF AG EX EF EG A E X F G U W R K GK DK GCK O Delta contained
syntax match isplLogic "\<\%(LTL\|LDL\)f\?\>\|\<\%(CTL\|CDL\)\*f\?\|@\%(clock\|recall\|observational\)\>" contained
syntax match isplComment "--.*$"
syntax sync fromstart

highlight default link isplComment Comment
highlight default link isplSection Structure
highlight default link isplConstant Constant
highlight default link isplKeyword Keyword
highlight default link isplStates Structure
highlight default link isplType Type
highlight default link isplBoolean Boolean
highlight default link isplNumber Number
highlight default link isplOperator Operator
highlight default link isplModal Function
highlight default link isplLogic PreProc
highlight default link isplName Identifier
highlight default link isplFormulaName Identifier

let b:current_syntax = "ispl"
