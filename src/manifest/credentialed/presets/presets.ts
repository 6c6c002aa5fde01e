/** What a known program needs and must not do, for records that say `"preset": "<name>"`. */
export interface Preset {
  /** Variables without which the program has no credential. `file`: the value is the path of a file. */
  readonly environment: readonly {
    readonly name: string;
    readonly holds: "value" | "file";
    readonly optional: boolean;
  }[];
  readonly denyArgs: readonly string[];
  readonly denyVerbose: readonly string[];
  readonly timeoutSeconds: number;
}

export const PRESET_NAMES = ["gh", "gcloud", "aws", "kubectl", "terraform"] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** By the program's bare name. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  gh: {
    environment: [{ name: "GH_TOKEN", holds: "value", optional: false }],
    denyArgs: ["auth\\s+", "ssh-key", "gpg-key", "repo\\s+delete", "secret\\s+"],
    denyVerbose: ["--verbose", "-v"],
    timeoutSeconds: 30,
  },
  gcloud: {
    environment: [{ name: "GOOGLE_APPLICATION_CREDENTIALS", holds: "file", optional: false }],
    denyArgs: ["iam\\s+", "auth\\s+", "projects\\s+delete", "services\\s+disable", "kms\\s+"],
    denyVerbose: ["--verbosity=debug", "--log-http"],
    timeoutSeconds: 120,
  },
  aws: {
    environment: [
      { name: "AWS_ACCESS_KEY_ID", holds: "value", optional: false },
      { name: "AWS_SECRET_ACCESS_KEY", holds: "value", optional: false },
      { name: "AWS_DEFAULT_REGION", holds: "value", optional: true },
    ],
    denyArgs: ["iam\\s+", "organizations\\s+", "sts\\s+assume", "ec2\\s+terminate"],
    denyVerbose: ["--debug"],
    timeoutSeconds: 60,
  },
  kubectl: {
    environment: [{ name: "KUBECONFIG", holds: "file", optional: false }],
    // `uncordon` makes good what `cordon` does.
    denyArgs: ["delete\\s+namespace", "delete\\s+node", "drain\\s+", "\\bcordon\\s+"],
    denyVerbose: [],
    timeoutSeconds: 60,
  },
  terraform: {
    environment: [{ name: "TF_TOKEN_app_terraform_io", holds: "value", optional: true }],
    denyArgs: ["destroy", "force-unlock"],
    denyVerbose: [],
    timeoutSeconds: 300,
  },
};
