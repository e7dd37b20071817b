// The extension: starts `gnomon lsp` and shows what it says. Everything that is known about a model comes from the
// server; here are only the commands, and the view in which witnesses and counterexamples open.
'use strict';

const vscode = require('vscode');
const { LanguageClient, LSPErrorCodes, State } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.WebviewPanel | undefined} */
let panel;

function settings() {
  const all = vscode.workspace.getConfiguration('gnomon');
  return {
    checkTimeout: all.get('checkTimeout'),
    checkMemory: all.get('checkMemory'),
    parameters: all.get('parameters'),
    witnessCommand: 'gnomon.showWitness',
  };
}

function makeClient() {
  const command = vscode.workspace.getConfiguration('gnomon').get('path') || 'gnomon';
  return new LanguageClient(
    'gnomon',
    'Gnomon',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'ispl' }],
      initializationOptions: settings(),
    },
  );
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const open = 'Open the setting';
    const choice = await vscode.window.showErrorMessage(
      `Gnomon: the language server does not start (${error}). Is the setting gnomon.path right?`,
      open,
    );
    if (choice === open) vscode.commands.executeCommand('workbench.action.openSettings', 'gnomon.path');
  }
}

async function stop() {
  const old = client;
  client = undefined;
  // A client that never ran cannot be stopped.
  if (old && old.state === State.Running) await old.stop();
}

/** The formula at the cursor of the active editor, as the server wants it. */
function formulaAtCursor() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== 'ispl') return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** Sends a command to the server, which shows progress that can be cancelled. */
async function execute(command, argument) {
  if (!client || client.state !== State.Running || !argument) return undefined;
  try {
    return await client.sendRequest('workspace/executeCommand', { command, arguments: [argument] });
  } catch (error) {
    const cancelled = error.code === LSPErrorCodes.RequestCancelled;
    if (!cancelled) vscode.window.showWarningMessage(`Gnomon: ${error.message}`);
    return undefined;
  }
}

async function check(command, argument) {
  const result = await execute(command, argument);
  if (result) vscode.window.setStatusBarMessage(`Gnomon: ${result.message}`, 10000);
}

/**
 * Shows why a formula is true or false. The page is the one of `gnomon check --witness=html`: it loads nothing from
 * elsewhere, and the view allows it nothing else.
 */
async function showWitness(argument) {
  const result = await execute('gnomon.witness', argument && { ...argument, format: 'html', show: false });
  if (!result) return;
  if (!panel) {
    panel = vscode.window.createWebviewPanel('gnomon.witness', 'Gnomon', vscode.ViewColumn.Beside, {
      enableScripts: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => {
      panel = undefined;
    });
  }
  panel.webview.html = result.content;
  panel.reveal(undefined, true);
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const register = (name, action) => context.subscriptions.push(vscode.commands.registerCommand(name, action));
  register('gnomon.checkFormula', () => check('gnomon.check', formulaAtCursor()));
  register('gnomon.checkFormulas', () => {
    const place = formulaAtCursor();
    return check('gnomon.checkAll', place && { uri: place.uri });
  });
  // Code lenses say which formula.
  register('gnomon.showWitness', (argument) => showWitness(argument && argument.uri ? argument : formulaAtCursor()));
  register('gnomon.restart', async () => {
    await stop();
    await start();
  });
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('gnomon.path')) {
        await stop();
        await start();
      } else if (event.affectsConfiguration('gnomon') && client && client.state === State.Running) {
        client.sendNotification('workspace/didChangeConfiguration', { settings: { gnomon: settings() } });
      }
    }),
  );
  await start();
}

async function deactivate() {
  await stop();
}

module.exports = { activate, deactivate };
