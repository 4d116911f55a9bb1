// The client: starts `rulec lsp`, and carries out in a terminal what stands above lines.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

function command(): string[] {
  const given = vscode.workspace.getConfiguration("rulec").get<string[]>("command") ?? [];
  return given.length ? given : ["rulec"];
}

async function start(): Promise<void> {
  const [program, ...before] = command();
  const server: ServerOptions = { command: program, args: [...before, "lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "rules" },
      { scheme: "untitled", language: "rules" },
    ],
    initializationOptions: { play: true },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,toml}") },
  };
  client = new LanguageClient("rulec", "rulec", server, options);
  try {
    await client.start();
  } catch (problem) {
    const answer = await vscode.window.showErrorMessage(
      `rulec could not be started (${program}): ${problem}. It needs pip install 'rulec[lsp]'.`,
      "Settings",
    );
    if (answer) await vscode.commands.executeCommand("workbench.action.openSettings", "rulec.command");
  }
}

function inTerminal(arguments_: string[]): void {
  const terminal = vscode.window.terminals.find((one) => one.name === "rulec") ?? vscode.window.createTerminal("rulec");
  const quoted = [...command(), ...arguments_].map((one) => `'${one.replace(/'/g, `'\\''`)}'`);
  terminal.show(true);
  terminal.sendText(quoted.join(" "));
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulec.play", (path: string, example?: string) =>
      inTerminal(["play", path, ...(example === undefined ? [] : ["--example", example])]),
    ),
    vscode.commands.registerCommand("rulec.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}
