-- The language server of Gnomon in Neovim, 0.7 or later. In init.lua: require('gnomon').setup()
--
-- Verdicts of checks appear as information at the formulas (diagnostics), and in the code lenses above them.
local M = {}

local defaults = {
  cmd = { 'gnomon', 'lsp' },
  settings = {}, -- checkTimeout, checkMemory, parameters
  on_attach = function(client, bufnr) end,
}

local options = defaults
local started -- the client, where Neovim does not look for one that runs already (before 0.8)

local function client_of(bufnr)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in ipairs(get()) do
    if client.name == 'gnomon' and vim.lsp.buf_is_attached(bufnr, client.id) then
      return client
    end
  end
end

local function say(message, level)
  vim.notify('gnomon: ' .. message, level or vim.log.levels.INFO)
end

-- Runs a command of the server for the formula under the cursor, or for the whole text.
local function execute(command, whole, more, answered)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = client_of(bufnr)
  if not client then
    return say('there is no language server for this buffer', vim.log.levels.WARN)
  end
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local argument = vim.tbl_extend('force', { uri = place.textDocument.uri }, more or {})
  if not whole then
    argument.position = argument.position or place.position
  end
  local params = { command = command, arguments = { argument } }
  local handler = function(err, result)
    if err then
      return say(err.message, vim.log.levels.WARN)
    end
    answered(result, bufnr)
  end
  return vim.lsp.buf_request(bufnr, 'workspace/executeCommand', params, handler)
end

-- A window for the explanation of a verdict.
local function show(text)
  vim.cmd('botright new')
  local bufnr = vim.api.nvim_get_current_buf()
  vim.bo[bufnr].buftype = 'nofile'
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(text, '\n', { plain = true, trimempty = true }))
  vim.bo[bufnr].modifiable = false
end

local function verdicts(result)
  say(result.message)
  pcall(vim.lsp.codelens.refresh)
end

function M.check()
  execute('gnomon.check', false, nil, verdicts)
end

function M.check_all()
  execute('gnomon.checkAll', true, nil, verdicts)
end

-- `argument`, if it is given, says of which formula: { uri = ..., position = ... }.
function M.witness(argument)
  local more = { format = 'text', show = false, position = argument and argument.position }
  execute('gnomon.witness', false, more, function(result)
    show(result.content)
  end)
end

local function attached(client, bufnr)
  local command = function(name, action, text)
    vim.api.nvim_buf_create_user_command(bufnr, name, action, { desc = text })
  end
  command('GnomonCheck', M.check, 'check the formula under the cursor')
  command('GnomonCheckAll', M.check_all, 'check all formulas')
  command('GnomonWitness', function()
    M.witness()
  end, 'explain the verdict of the formula under the cursor')
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'CursorHold' }, {
    buffer = bufnr,
    callback = function()
      pcall(vim.lsp.codelens.refresh)
    end,
  })
  options.on_attach(client, bufnr)
end

local function start(bufnr)
  local config = {
    name = 'gnomon',
    cmd = options.cmd,
    root_dir = vim.fn.getcwd(),
    init_options = options.settings,
    on_attach = attached,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = bufnr })
    return
  end
  if not (started and vim.lsp.get_client_by_id(started)) then
    started = vim.lsp.start_client(config)
  end
  if started then
    vim.lsp.buf_attach_client(bufnr, started)
  end
end

function M.setup(given)
  options = vim.tbl_extend('force', defaults, given or {})
  -- Code lenses call it by this name.
  vim.lsp.commands['gnomon.witness'] = function(lens)
    M.witness(lens.arguments[1])
  end
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'ispl',
    group = vim.api.nvim_create_augroup('gnomon', {}),
    callback = function(event)
      start(event.buf or vim.api.nvim_get_current_buf())
    end,
  })
end

return M
