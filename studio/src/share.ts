// A model inside a link: compressed, behind the #, so that it is sent to no server. `model` is the text, `p.NAME` are
// parameters.
import type { Settings } from "./state";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BlobPart>));
  return new Uint8Array(await body.arrayBuffer());
}

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(word: string): Promise<string> {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, letter => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

export async function shareLink(text: string, settings: Settings): Promise<string> {
  const fragment = new URLSearchParams({ model: await packed(text) });
  for (const [name, value] of Object.entries(settings.parameters)) fragment.set(`p.${name}`, value);
  return `${location.origin}${location.pathname}#${fragment.toString()}`;
}

// What the address of the page carries; null: nothing. Throws if it is damaged.
export async function sharedModel(): Promise<{ text: string; parameters: Record<string, string> } | null> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const word = fragment.get("model");
  if (!word) return null;
  const parameters: Record<string, string> = {};
  for (const [name, value] of fragment) if (name.startsWith("p.")) parameters[name.slice(2)] = value;
  return { text: await unpacked(word), parameters };
}
