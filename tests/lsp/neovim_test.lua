-- Run by neovim_test.py inside Neovim: uses the server as people do, through Neovim's own client. The first mistake is
-- written to standard error, and Neovim ends with status 1.
local patience = 60000 -- milliseconds, for anything

local function fail(message)
  io.stderr:write(message .. '\n')
  vim.cmd('cquit 1')
end

local function equal(found, wanted, what)
  if not vim.deep_equal(found, wanted) then
    error(what .. ': ' .. vim.inspect(found) .. ' instead of ' .. vim.inspect(wanted), 2)
  end
end

local function wait_for(what, condition)
  if not vim.wait(patience, condition, 20) then
    error('waited in vain for: ' .. what, 2)
  end
end

local function ask(method, params)
  local results, err = vim.lsp.buf_request_sync(0, method, params, patience)
  if err then
    error(method .. ': ' .. err, 2)
  end
  for _, result in pairs(results) do
    if result.err then
      error(method .. ': ' .. result.err.message, 2)
    end
    return result.result
  end
  error(method .. ': no answer', 2)
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
end

-- The place of a word: line from 1, column from 0.
local function cursor_on(word)
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = text:find(word, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { number, column - 1 })
      return
    end
  end
  error('no ' .. word, 2)
end

local function diagnostics(severity)
  return vim.diagnostic.get(0, { severity = severity })
end

local function main()
  require('gnomon').setup({ cmd = { vim.env.GNOMON, 'lsp' } })
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.GNOMON_MODEL))
  equal(vim.bo.filetype, 'ispl', 'file type')
  local model = vim.api.nvim_get_current_buf()
  wait_for('the server', function()
    return #vim.lsp.buf_get_clients(0) == 1
  end)

  -- A mistake is reported while typing, and repaired by its quick fix.
  local good = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd('%s/Robot.mood = tense/Robto.mood = tense/')
  wait_for('an error', function()
    return #diagnostics(vim.diagnostic.severity.ERROR) == 1
  end)
  local found = diagnostics(vim.diagnostic.severity.ERROR)[1]
  equal(line(found.lnum + 1):sub(found.col + 1, found.end_col), 'Robto', 'what the error is about')
  local range = {
    start = { line = found.lnum, character = found.col },
    ['end'] = { line = found.lnum, character = found.end_col },
  }
  local actions = ask('textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = range,
    context = { diagnostics = {} },
  })
  equal(#actions, 1, 'quick fixes')
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), good, 'the repaired text')
  wait_for('no error', function()
    return #diagnostics() == 0
  end)

  -- Questions about names. The line has a character of two units in UTF-16.
  cursor_on('mood = tense if')
  local text = table.concat(vim.tbl_flatten({ ask('textDocument/hover', vim.lsp.util.make_position_params()).contents.value }), '')
  if not text:find('2 values: `{calm, tense}`', 1, true) then
    error('hover: ' .. text)
  end
  local place = ask('textDocument/definition', vim.lsp.util.make_position_params())[1].range.start
  equal(line(place.line + 1):sub(place.character + 1, place.character + 4), 'mood', 'definition')
  local symbols = ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() })
  equal(symbols[2].name, 'Robot', 'document symbols')

  -- Rename and formatting change the buffer.
  vim.lsp.buf.rename('temper')
  wait_for('the new name', function()
    return vim.fn.search('temper = tense if', 'nw') > 0
  end)
  equal(vim.fn.search('\\<mood\\>', 'nw'), 0, 'places of the old name')
  vim.cmd('undo')
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { '      Agent   Environment' })
  local edits = ask('textDocument/formatting', {
    textDocument = vim.lsp.util.make_text_document_params(),
    options = { tabSize = 2, insertSpaces = true },
  })
  vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
  equal(line(2), 'Agent Environment', 'formatting')

  -- Code lenses and checks.
  local lenses = ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })
  equal(lenses[1].command.title, 'check', 'a code lens')
  cursor_on('<all>F lit')
  vim.cmd('GnomonCheck')
  wait_for('a verdict', function()
    return #diagnostics(vim.diagnostic.severity.INFO) == 1
  end)
  equal(diagnostics(vim.diagnostic.severity.INFO)[1].message:match('^%u+'), 'TRUE', 'verdict')
  vim.cmd('GnomonCheckAll')
  wait_for('all verdicts', function()
    return #diagnostics(vim.diagnostic.severity.INFO) == 2
  end)
  vim.cmd('GnomonWitness')
  wait_for('the witness', function()
    return vim.api.nvim_get_current_buf() ~= model
  end)
  if not table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('s0', 1, true) then
    error('the witness shows no state')
  end
  vim.cmd('bwipeout!')

  -- A code lens shows a witness the same way.
  local command = ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })
  local witness
  for _, lens in ipairs(command) do
    witness = lens.command.command == 'gnomon.witness' and lens.command or witness
  end
  vim.lsp.commands['gnomon.witness'](witness)
  wait_for('the witness of the lens', function()
    return vim.api.nvim_get_current_buf() ~= model
  end)
end

local good, message = xpcall(main, debug.traceback)
if not good then
  fail(message)
else
  vim.cmd('qall!')
end
