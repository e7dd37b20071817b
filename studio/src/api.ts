// The server: one request per question. Answers are events, a JSON object on each line; leaving a stream ends the work
// behind it.
import type { About, Example, ServerEvent } from "./types";

export class ServerError extends Error {
  constructor(message: string, readonly status = 0, readonly diagnostics: unknown[] = []) { super(message); }
}

const kToken = "gnomon-token";

// The start link carries the token behind the #, where it is sent to nobody; it is kept for this address.
export function takeToken(): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("token");
  if (given) {
    localStorage.setItem(kToken, given);
    fragment.delete("token");
    const rest = fragment.toString();
    history.replaceState(null, "", rest ? `#${rest}` : location.pathname);
  }
  return given ?? localStorage.getItem(kToken) ?? "";
}

export function keepToken(token: string): void {
  localStorage.setItem(kToken, token);
}

async function refusal(answer: Response): Promise<ServerError> {
  let message = `the server answered ${answer.status}`;
  try { message = ((await answer.json()) as { message?: string }).message ?? message; } catch { /* no JSON */ }
  return new ServerError(message, answer.status);
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      ...init, cache: "no-store", headers: { "X-Gnomon-Token": takeToken(), ...init.headers },
    });
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new ServerError("the server cannot be reached; is `gnomon serve` still running?");
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

export const about = async (): Promise<About> => (await ask("/api/about")).json() as Promise<About>;
export const examples = async (): Promise<Example[]> => (await ask("/api/examples")).json() as Promise<Example[]>;

// Events as they come. An event `error` is thrown, with the diagnostics that came before it.
export async function* stream(verb: string, body: object, signal?: AbortSignal): AsyncGenerator<ServerEvent> {
  const answer = await ask(`/api/${verb}`, {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal: signal ?? null,
  });
  if (!answer.body) throw new ServerError("the server said nothing");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let diagnostics: unknown[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const event = JSON.parse(line) as ServerEvent;
        if (event.event === "error") throw new ServerError(String(event.message), 0, diagnostics);
        if (event.event === "diagnostics") diagnostics = event.diagnostics as unknown[];
        yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

// The event of this kind, where one is expected.
export async function one<T>(verb: string, kind: string, body: object, signal?: AbortSignal): Promise<T> {
  for await (const event of stream(verb, body, signal)) if (event.event === kind) return event as unknown as T;
  throw new ServerError("the server said nothing");
}

export function isAbort(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === "AbortError";
}

export function sentence(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
