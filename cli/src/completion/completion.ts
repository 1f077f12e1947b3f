import type { Command } from "../command";
import { usage } from "../failure";

/** Each asks the program itself, so that a new version needs no new script. */
const scripts: Readonly<Record<string, string>> = {
  bash: `# fieldkit completion bash > ~/.local/share/bash-completion/completions/fieldkit
_fieldkit() {
  local current="\${COMP_LINE:0:COMP_POINT}"
  current="\${current##*[[:space:]]}"
  local -a words=(\${COMP_LINE:0:COMP_POINT})
  [[ "\${COMP_LINE:0:COMP_POINT}" == *[[:space:]] ]] && words+=("")
  local IFS=$'\\n' found prefix="\${current%"\${current##*:}"}"
  COMPREPLY=()
  for found in $(fieldkit __complete "\${words[@]:1}" 2>/dev/null); do
    [[ "$COMP_WORDBREAKS" == *:* ]] && found="\${found#"$prefix"}"
    COMPREPLY+=("$(printf '%q' "$found")")
  done
}
complete -o default -F _fieldkit fieldkit
`,
  zsh: `#compdef fieldkit
# fieldkit completion zsh > "\${fpath[1]}/_fieldkit"
_fieldkit() {
  local -a found
  found=("\${(@f)$(fieldkit __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _fieldkit ]]; then _fieldkit "$@"; else compdef _fieldkit fieldkit; fi
`,
  fish: `# fieldkit completion fish > ~/.config/fish/completions/fieldkit.fish
function __fieldkit_found
  set -l before (commandline -opc)
  fieldkit __complete $before[2..-1] (commandline -ct) 2>/dev/null
end
complete -c fieldkit -f -a '(__fieldkit_found)'
complete -c fieldkit -n '__fish_seen_argument -s d -l data' -F
`,
};

export const shells = Object.keys(scripts);

export const completion: Command = {
  name: "completion",
  positionals: "<bash|zsh|fish>",
  positionalsMax: 1,
  summary: "Print a script that completes commands, options and inbox names",
  examples: [
    ['eval "$(fieldkit completion bash)"', "for this shell; put it into ~/.bashrc for all"],
    ["fieldkit completion fish > ~/.config/fish/completions/fieldkit.fish", "for fish"],
  ],
  async run({ given, terminal }) {
    const shell = given.required(0, `Name the shell: ${shells.join(", ")}.`);
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script === undefined) throw usage(`completion supports ${shells.join(", ")}.`);
    terminal.print(script.trimEnd());
    return undefined;
  },
};
