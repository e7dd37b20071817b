// usage: node load_extension.js FOLDER
//
// Loads the extension that was unpacked in FOLDER, with everything that it requires, outside Visual Studio Code: in place
// of the editor's interface stands one in which every name is a class. Shows that the package is complete.
'use strict';

const Module = require('node:module');
const path = require('node:path');

const anything = () =>
  new Proxy(class {}, {
    get: (target, name) => (name === 'prototype' || typeof name === 'symbol' ? target[name] : anything()),
  });

const load = Module._load;
Module._load = (request, ...more) => (request === 'vscode' ? anything() : load(request, ...more));

const folder = path.resolve(process.argv[2]);
const extension = require(path.join(folder, require(path.join(folder, 'package.json')).main));
if (typeof extension.activate !== 'function' || typeof extension.deactivate !== 'function') {
  throw new Error('the extension cannot be activated');
}
