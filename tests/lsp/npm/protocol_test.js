// Run by vscode_test.py with node: uses `gnomon lsp` through the protocol library of Visual Studio Code, whose types say
// what a message looks like. The first mistake ends it with status 1.
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const protocol = require('vscode-languageserver-protocol/node');

const patience = 60000; // milliseconds, for anything
const text = fs.readFileSync(process.env.GNOMON_MODEL, 'utf8');
const uri = 'file:///model.ispl';
const textDocument = { uri };

function within(promise, what) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for: ${what}`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The place of the n-th occurrence of a word. */
function place(word, occurrence = 1) {
  let at = -1;
  for (let i = 0; i < occurrence; ++i) at = text.indexOf(word, at + 1);
  assert.notStrictEqual(at, -1, word);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: before[before.length - 1].length };
}

function inOrder(range) {
  const { start, end } = range;
  return start.line < end.line || (start.line === end.line && start.character <= end.character);
}

function checkSymbols(symbols) {
  for (const symbol of symbols) {
    assert.ok(protocol.DocumentSymbol.is(symbol), JSON.stringify(symbol));
    assert.ok(inOrder(symbol.range));
    checkSymbols(symbol.children || []);
  }
}

async function session(connection) {
  const published = [];
  let wake = () => {};
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
    assert.ok(params.diagnostics.every(protocol.Diagnostic.is), JSON.stringify(params));
    published.push(params);
    wake();
  });
  const diagnostics = (fits) =>
    within(
      new Promise((resolve) => {
        wake = () => {
          const found = published.find(fits);
          if (found) resolve(found.diagnostics);
        };
        wake();
      }),
      'diagnostics',
    );
  const progress = [];
  connection.onRequest(protocol.WorkDoneProgressCreateRequest.type, () => undefined);
  connection.onRequest(protocol.CodeLensRefreshRequest.type, () => undefined);
  connection.onUnhandledProgress((params) => progress.push(params.value.kind));
  connection.listen();

  const initialized = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      window: { workDoneProgress: true },
      workspace: { codeLens: { refreshSupport: true } },
    },
  });
  assert.strictEqual(initialized.capabilities.positionEncoding, protocol.PositionEncodingKind.UTF16);
  await connection.sendNotification(protocol.InitializedNotification.type, {});

  // Diagnostics, and a quick fix.
  const wrong = text.replace('Robot.mood = tense', 'Robto.mood = tense');
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'ispl', version: 1, text: wrong },
  });
  const [error] = await diagnostics((one) => one.version === 1);
  assert.strictEqual(error.severity, protocol.DiagnosticSeverity.Error);
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument,
    range: error.range,
    context: { diagnostics: [error] },
  });
  assert.ok(protocol.CodeAction.is(actions[0]));
  const [edit] = actions[0].edit.changes[uri];
  assert.ok(protocol.TextEdit.is(edit));
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: edit.range, text: edit.newText }],
  });
  assert.deepStrictEqual(await diagnostics((one) => one.version === 2), []);

  // Questions.
  const at = { textDocument, position: place('mood = tense if') };
  const hover = await connection.sendRequest(protocol.HoverRequest.type, at);
  assert.ok(protocol.Hover.is(hover));
  assert.match(hover.contents.value, /2 values/);
  const [declared] = await connection.sendRequest(protocol.DefinitionRequest.type, at);
  assert.ok(protocol.Location.is(declared));
  assert.deepStrictEqual(declared.range.start, place('mood'));
  const references = await connection.sendRequest(protocol.ReferencesRequest.type, {
    ...at,
    context: { includeDeclaration: true },
  });
  assert.strictEqual(references.length, text.split(/\bmood\b/).length - 1);
  const renamed = await connection.sendRequest(protocol.RenameRequest.type, { ...at, newName: 'temper' });
  assert.ok(protocol.WorkspaceEdit.is(renamed));
  assert.strictEqual(renamed.changes[uri].length, references.length);
  await assert.rejects(connection.sendRequest(protocol.RenameRequest.type, { ...at, newName: 'end' }), {
    code: protocol.LSPErrorCodes.RequestFailed,
  });
  checkSymbols(await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument }));
  const folds = await connection.sendRequest(protocol.FoldingRangeRequest.type, { textDocument });
  assert.ok(folds.length > 5 && folds.every(protocol.FoldingRange.is));
  const { data } = await connection.sendRequest(protocol.SemanticTokensRequest.type, { textDocument });
  assert.ok(data.length > 500 && data.length % 5 === 0);
  const completed = await connection.sendRequest(protocol.CompletionRequest.type, {
    textDocument,
    position: place('tense if'),
  });
  assert.strictEqual(completed.isIncomplete, false);
  assert.deepStrictEqual(completed.items.slice(0, 2).map((one) => one.label), ['calm', 'tense']);
  const edits = await connection.sendRequest(protocol.DocumentFormattingRequest.type, {
    textDocument,
    options: { tabSize: 2, insertSpaces: true },
  });
  assert.ok(edits.every(protocol.TextEdit.is));

  // A check, with progress; the code lens becomes the verdict.
  const lenses = () => connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  const [lens] = await lenses();
  assert.ok(protocol.CodeLens.is(lens));
  const result = await within(
    connection.sendRequest(protocol.ExecuteCommandRequest.type, {
      command: lens.command.command,
      arguments: lens.command.arguments,
    }),
    'a verdict',
  );
  assert.strictEqual(result.formulas[0].verdict, 'true');
  assert.match((await lenses())[0].command.title, /^TRUE/);
  assert.ok(progress.includes('begin') && progress.includes('end'), progress.join());

  // A long one, cancelled.
  const long = 'file:///long.ispl';
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: long, languageId: 'ispl', version: 1, text: fs.readFileSync(process.env.GNOMON_LONG, 'utf8') },
  });
  const cancellation = new protocol.CancellationTokenSource();
  const running = connection.sendRequest(
    protocol.ExecuteCommandRequest.type,
    { command: 'gnomon.checkAll', arguments: [{ uri: long }] },
    cancellation.token,
  );
  setTimeout(() => cancellation.cancel(), 500);
  await within(assert.rejects(running, { code: protocol.LSPErrorCodes.RequestCancelled }), 'the end of the check');

  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
}

async function main() {
  const server = spawn(process.env.GNOMON, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  try {
    await session(connection);
    assert.strictEqual(await within(ended, 'the end of the server'), 0);
  } finally {
    connection.dispose();
    server.kill('SIGKILL');
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
