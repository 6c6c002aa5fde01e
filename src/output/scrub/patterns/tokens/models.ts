import { ALNUM, CLASS, HEX_LOW, WORD, WORD_DASH } from "../../scan/char-classes.ts";
import { run } from "../token-pattern.ts";
import type { TokenShape } from "../token-pattern.ts";

/** Keys of model providers and of what is built around models. */
export const MODEL_TOKENS: readonly TokenShape[] = [
  {
    name: "anthropic-key",
    finds: "Anthropic API and admin keys",
    begins: ["sk-ant-"],
    then: [run(WORD_DASH, 20)],
    inWord: true,
  },
  {
    name: "openai-project-key",
    finds: "OpenAI project, service account and admin keys",
    begins: ["sk-proj-", "sk-svcacct-", "sk-admin-"],
    then: [run(WORD_DASH, 20)],
    inWord: true,
  },
  {
    name: "openai-key",
    finds: "OpenAI keys, and those of providers that took over their form",
    begins: ["sk-"],
    then: [run(ALNUM, 20), run(WORD_DASH, 0)],
  },
  {
    name: "openrouter-key",
    finds: "OpenRouter keys",
    begins: ["sk-or-v1-"],
    then: [run(WORD_DASH, 32)],
    inWord: true,
  },
  { name: "langfuse-key", finds: "Langfuse secret keys", begins: ["sk-lf-"], then: [run(HEX_LOW + CLASS.dash, 32)] },
  {
    name: "langsmith-key",
    finds: "LangSmith keys",
    begins: ["lsv2_pt_", "lsv2_sk_"],
    then: [run(WORD, 32)],
    inWord: true,
  },
  { name: "groq-key", finds: "Groq keys", begins: ["gsk_"], then: [run(ALNUM, 40)] },
  { name: "xai-key", finds: "xAI keys", begins: ["xai-"], then: [run(ALNUM, 60)] },
  { name: "replicate-token", finds: "Replicate tokens", begins: ["r8_"], then: [run(ALNUM, 30)] },
  { name: "huggingface-token", finds: "Hugging Face tokens", begins: ["hf_"], then: [run(ALNUM, 30)] },
  {
    name: "huggingface-org-token",
    finds: "Hugging Face tokens of organisations",
    begins: ["api_org_"],
    then: [run(ALNUM, 30)],
  },
  { name: "perplexity-key", finds: "Perplexity keys", begins: ["pplx-"], then: [run(ALNUM, 40)] },
  { name: "pinecone-key", finds: "Pinecone keys", begins: ["pcsk_"], then: [run(WORD, 40)] },
  { name: "elevenlabs-key", finds: "ElevenLabs keys", begins: ["sk_"], then: [run(HEX_LOW, 48, 48)] },
];
