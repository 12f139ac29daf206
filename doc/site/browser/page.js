// Makes terminals and "Run" buttons of what a page marks; loads the cloud only where it is needed.

import {cloudOf, isPossible} from './cloud.js';

const BASE = new URL('.', import.meta.url).href;
const MAX_ROWS = 30;

async function loadStyle() {
  if (document.querySelector('link[data-cloud]')) return;
  const link = document.createElement('link');
  Object.assign(link, {rel: 'stylesheet', href: `${BASE}xterm.css`});
  link.dataset.cloud = '';
  await new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}

async function terminalModule() {
  await loadStyle();
  return (await import('./terminal.js')).PageTerminal;
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// The page "Try it": a shell, a prompt of Python, and a choice of releases.
async function makeTerminals(place) {
  const PageTerminal = await terminalModule();
  const cloud = cloudOf(BASE);
  const recorded = [...place.children];
  const tabs = element('div', {className: 'cloud-tabs', role: 'tablist'});
  const choice = element('select', {title: 'Release of the cloud'});
  for (const name of place.dataset.releases.split(' ')) {
    choice.append(element('option', {value: name, textContent: name}));
  }
  const label = element('label', {className: 'cloud-release'}, 'Release ', choice);
  place.replaceChildren(element('div', {className: 'cloud-bar'}, tabs, label));
  const terminals = {};
  for (const [kind, title] of [['shell', 'Shell'], ['python', 'Python']]) {
    const screen = element('div', {className: `cloud-screen cloud-${kind}`, hidden: kind !== 'shell'});
    const tab = element('button', {type: 'button', role: 'tab', textContent: title});
    tab.setAttribute('aria-selected', kind === 'shell');
    tab.onclick = () => {
      for (const other of tabs.children) other.setAttribute('aria-selected', other === tab);
      for (const other of place.querySelectorAll('.cloud-screen')) other.hidden = other !== screen;
      terminals[kind].fit();
      terminals[kind].terminal.focus();
    };
    tabs.append(tab);
    place.append(screen);
    terminals[kind] = new PageTerminal(screen, cloud, {kind});
  }
  choice.onchange = async () => {
    const {shell} = terminals;
    shell.editor.type('\x05\x15');
    shell.editor.type(`release ${choice.value}\r`);
  };
  cloud.addEventListener('release', () => { choice.value = cloud.release; });
  try {
    await terminals.shell.load();
  } catch (error) {
    place.append(...recorded);
    return;
  }
  terminals.shell.say(
    'A cloud of your own: nothing leaves this page. "help" tells what there is; try '
    + '"nova-mv server-list". Tab completes.',
  );
  terminals.python.say('Python on the same cloud. These names are there: client, nova.');
  await cloud.call('run_python', ['from novaclient_mv import client']);
  await cloud.call('run_python', ["nova = client.from_cloud('sandbox')"]);
  terminals.shell.follow();
  terminals.python.follow();
  terminals.shell.terminal.focus();
  place.dataset.isReady = 'true';
}

// A "Run" at a block of commands: its lines are typed into a terminal below it.
function addButton(block) {
  const {lines, cloud, files, columns} = JSON.parse(block.dataset.block);
  const button = element('button', {type: 'button', className: 'cloud-run', textContent: 'Run'});
  button.title = 'Run these lines on a cloud in this page';
  let terminal = null;
  button.onclick = async () => {
    button.disabled = true;
    try {
      if (!terminal) {
        const PageTerminal = await terminalModule();
        const screen = element('div', {className: 'cloud-screen cloud-below'});
        block.append(screen);
        terminal = new PageTerminal(screen, cloudOf(BASE), {mostRows: MAX_ROWS, columns});
      }
      await terminal.load();
      const outputs = await terminal.run(lines, cloud, files);
      terminal.follow();
      button.textContent = 'Run again';
      block.dispatchEvent(new CustomEvent('cloud-done', {detail: outputs, bubbles: true}));
    } catch (error) {
      button.textContent = 'It cannot run here';
      button.title = error.message;
    } finally {
      button.disabled = false;
    }
  };
  block.prepend(button);
}

if (isPossible) {
  for (const place of document.querySelectorAll('.cloud-terminal')) makeTerminals(place);
  for (const block of document.querySelectorAll('.cloud-block')) addButton(block);
}
