/**
 * A CLI that stores conversations as Claude Code does: `--session-id ID` creates one and is refused
 * if it exists; `--resume ID` continues one, of any directory, and fails if it does not exist; with
 * `--fork-session --session-id NEW` it continues a copy. Each input line is appended to the
 * transcript; `recall` prints all of them.
 */
export const CLAUDE_LIKE = `#!/bin/sh
[ "$1" = --version ] && { echo "2.0.0 (Claude Code)"; exit; }
base="\${CLAUDE_CONFIG_DIR:-$HOME/.claude}"
folder="$base/projects/$(pwd -P | sed 's/[^A-Za-z0-9]/-/g')"
mkdir -p "$folder"
id=$2
file="$folder/$id.jsonl"
case $1 in
--session-id) [ -e "$file" ] && { echo "Error: Session ID $id is already in use."; exit 1; };;
--resume) [ -e "$file" ] || file=$(ls "$base"/projects/*/"$id.jsonl" 2>/dev/null | head -n 1)
  [ "$3" = --fork-session ] && { [ -e "$file" ] && cp "$file" "$folder/$5.jsonl" || exit 1; id=$5; file="$folder/$id.jsonl"; }
  [ -e "$file" ] && [ ! -e "$HOME/refuse" ] || { echo "No conversation found with session ID: $id"; exit 1; };;
*) id=unknown;;
esac
echo "began by $1"
while read -r line; do
  case $line in
  recall) echo "recalls:$(sed 's/.*"content":"//; s/"}.*//' "$file" | tr '\\n' ' ')";;
  exit*) exit "\${line#exit}";;
  *) printf '{"type":"user","cwd":"%s","sessionId":"%s","message":{"role":"user","content":"%s"}}\\n' "$(pwd -P)" "$id" "$line" >> "$file"; echo "heard $line";;
  esac
done
`;
