import { isWithin } from "../../params/posix-path.ts";

/** Of a home folder: settings and programs of everything. Whatever is not named below starts from there, too. */
const WHOLE: readonly string[] = [".config", ".local"];

/** What a login, a shell, a desktop, an editor or the name of a program starts by itself. */
const STARTS: readonly string[] = [
  ".config/autostart .config/autostart-scripts .config/plasma-workspace .config/systemd .config/environment.d .config/fish",
  ".local/bin .local/lib .local/share/applications .local/share/dbus-1 .local/share/systemd .local/share/bash-completion",
  "bin go/bin .cargo/bin .cargo/env .cargo/config .cargo/config.toml .bun/bin .deno/bin .dotnet/tools .krew .yarn/bin",
  ".asdf .npm-global .nvm .pyenv .rbenv .sdkman .volta .nix-profile .linuxbrew .docker/cli-plugins",
  ".xprofile .xinitrc .xserverrc .xsession .xsessionrc .pam_environment .inputrc .bash_completion .oh-my-zsh .zsh",
  ".vim .vimrc .gvimrc .emacs .emacs.d .tmux.conf .screenrc .gdbinit .lldbinit .irbrc .pryrc .pdbrc .psqlrc .Rprofile",
  ".ipython .jupyter .hgrc .curlrc .wgetrc .mailcap .forward .mavenrc .gradle/init.d .gradle/init.gradle",
  ".vscode-server .vscode-remote .cursor-server .windsurf-server .ssh .aws .kube .gnupg",
  "Library/LaunchAgents",
].flatMap((line) => line.split(" "));

/**
 * Where programs are started from later, unconfined, when somebody logs in or types a name. Absolute, below `home`; none
 * of them need exist.
 */
export function listStartPlaces(home: string): readonly string[] {
  return [...WHOLE, ...STARTS].map((name) => `${home}/${name}`);
}

/** Whether writing there lets a program start others. An application's own folder of settings does not count. */
export function isStartPlace(place: string, home: string): boolean {
  return WHOLE.some((name) => place === `${home}/${name}`) || STARTS.some((name) => isWithin(place, `${home}/${name}`));
}
