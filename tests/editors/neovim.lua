-- Neovim works with a card as a person would, and ends with a status that says whether all was right.
local function check(what, right, seen)
  if not right then
    io.stderr:write(('editors: neovim: %s: %s\n'):format(what, vim.inspect(seen)))
    vim.cmd('cquit 1')
  end
  io.stdout:write('  ' .. what .. '\n')
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000) or {}
  for _, answer in pairs(answers) do
    if answer.result then return answer.result end
  end
end

-- Where a word is, some characters on, as the protocol counts.
local function at(word, on)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(word, 1, true)
    if start then
      local position = { line = number - 1, character = start - 1 + on }
      return { textDocument = vim.lsp.util.make_text_document_params(), position = position }
    end
  end
end

-- What the tool says of a file, as JSON or as it is.
local function cards(arguments, input)
  local said = vim.fn.system('cards ' .. arguments .. ' 2>/dev/null', input)
  return arguments:find('--json', 1, true) and vim.json.decode(said) or said
end

-- The text of the buffer, as a file has it.
local function buffer()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'
end

local ran, problem = pcall(function()
  vim.cmd('filetype on')
  vim.cmd('edit aria.json')
  vim.bo.filetype = 'json'
  local function codes()
    local found = {}
    for _, one in ipairs(vim.diagnostic.get(0)) do found[one.code or one.user_data.lsp.code] = true end
    return found
  end
  local said = vim.wait(20000, function() return next(codes()) ~= nil end, 20)
  check('diagnostics come', said and codes()['macro-misspelt'] and codes()['wrong-type'], codes())
  -- Each finding of `cards lint` is a diagnostic, and at its line.
  local findings, shown = {}, {}
  for _, one in ipairs(cards('lint --json aria.json').findings) do table.insert(findings, one.rule .. ' ' .. one.line) end
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(shown, (one.code or one.user_data.lsp.code) .. ' ' .. one.lnum + 1)
  end
  table.sort(findings)
  table.sort(shown)
  check('diagnostics are what cards lint says', #findings > 3 and vim.deep_equal(findings, shown), { findings, shown })

  local hover = request('textDocument/hover', at('{{char}}', 3))
  check('hover tells the value', hover and hover.contents.value:find('"Aria"', 1, true), hover)
  check('hover is for the client of cards.toml', hover.contents.value:find('SillyTavern 1.19', 1, true), hover)

  local list = request('textDocument/completion', at('{{user}}', 4))
  local labels = {}
  for _, item in ipairs(list.items) do labels[item.label] = true end
  check('macros are completed', labels.user and labels.char, vim.tbl_keys(labels))

  local definition = request('textDocument/definition', at('getvar::mood', 9))
  check('a variable leads to where it is set', definition and definition[1].range.start.line == 5, definition)

  -- The mended word is a change that Neovim makes itself, and the server follows it.
  local asked = at('chra', 1)
  asked.range, asked.context = { start = asked.position, ['end'] = asked.position }, { diagnostics = {} }
  for _, action in ipairs(request('textDocument/codeAction', asked)) do
    if action.title == 'Write char' then vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16') end
  end
  check('a wrong word is mended', vim.fn.search('{{getvar::mood}} {{char}}', 'nw') > 0, vim.fn.getline(8))
  check('diagnostics follow', vim.wait(20000, function() return not codes()['macro-misspelt'] end, 20), codes())

  -- Keys that are pressed, one after another, and undone.
  vim.api.nvim_win_set_cursor(0, { 6, 30 })
  vim.cmd('normal! ihello é ')
  vim.cmd('normal! u')
  local rename = at('getvar::mood', 9)
  rename.newName = 'temper'
  vim.lsp.util.apply_workspace_edit(request('textDocument/rename', rename), 'utf-16')
  check('a variable is renamed', vim.fn.search('setvar::temper', 'nw') > 0 and vim.fn.search('getvar::temper', 'nw') > 0)

  local repaired = cards('repair --output - -', buffer())
  for _, action in ipairs(request('textDocument/codeAction', vim.tbl_extend('force', asked, {
    range = { start = { line = 0, character = 0 }, ['end'] = { line = 99, character = 0 } },
  }))) do
    if action.kind == 'source.fixAll.cards' then
      local edit = action.edit
      if not edit then
        edit = request('codeAction/resolve', action).edit
      end
      vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
    end
  end
  check('all repairs are made, as cards repair makes them', repaired:find('"bard"%s*%]') and buffer() == repaired, buffer())

  local lenses
  vim.wait(20000, function()
    lenses = request('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })
    return lenses and #lenses > 0
  end, 50)
  check('a lens is above the entry', lenses and lenses[1].command.title:find('of 12 everyday messages', 1, true), lenses)

  vim.cmd('CardsWhy The bell!')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  check('why an entry fires is shown', text:find('key "bell" matched', 1, true), text)
  local fired = cards("activate --json --profile sillytavern --user Sam --say 'The bell!' aria.json").profiles[1].entries[1]
  check('and is what cards activate says', text:find(fired.title .. '**: ' .. fired.why, 1, true), { text, fired })
  vim.cmd('bwipeout!')
  vim.cmd('CardsPrompt Good evening!')
  text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  check('the prompt is shown', text:find('Good evening!', 1, true) and text:find('A bard', 1, true), text)
  vim.cmd('bwipeout!')
  local prompt = cards("prompt --json --profile sillytavern --user Sam --say 'Good evening!' -", buffer())
  local parts = { '*SillyTavern 1.19*' }
  for _, first in ipairs(prompt.head.first) do table.insert(parts, '\n> ' .. first) end
  for _, message in ipairs(prompt.messages) do
    table.insert(parts, '\n## ' .. message.role .. '\n\n' .. message.content)
  end
  check('the prompt is that of cards prompt', vim.trim(text) == vim.trim(table.concat(parts, '\n')), { text, parts })

  -- A text of a picture, saved back.
  vim.ui.select = function(items, _, choose)
    for _, item in ipairs(items) do
      if item.place == 'description' then return choose(item) end
    end
  end
  vim.cmd('CardsTexts wick.png')
  check('a text of a picture is opened', vim.api.nvim_buf_get_name(0):find('^cards:///.*wick.png/description$'), vim.api.nvim_buf_get_name(0))
  check('the server has it', vim.wait(5000, function() return next(vim.lsp.buf_get_clients(0)) ~= nil end, 10))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'A lamp.', 'It burns for {{user}}.' })
  local value = request('textDocument/hover', at('{{user}}', 3))
  check('its macros have values', value and value.contents.value:find('"Sam"', 1, true), value)
  vim.cmd('write')
  check('it is saved', not vim.bo.modified)
  vim.cmd('edit!')
  check('and read again', vim.fn.getline(2) == 'It burns for {{user}}.', vim.fn.getline(2))
end)
check('the script runs to its end', ran, problem)
io.stdout:write('editors: Neovim works with cards-lsp\n')
vim.cmd('qall!')
