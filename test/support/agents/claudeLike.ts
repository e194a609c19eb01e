/**
 * A CLI that keeps conversations as Claude Code does: `--session-id ID` creates one and is refused
 * where it exists, `--resume ID` goes on with one, of whichever directory, and fails where there is
 * none, and with `--fork-session --session-id NEW` goes on with a copy. Each line it is told goes
 * to its transcript; `recall` says all that was.
 */
export const CLAUDE_LIKE = `#!/bin/sh
[ "$1" = --version ] && { echo "2.0.0 (Claude Code)"; exit; }
folder="$HOME/.claude/projects/$(pwd -P | sed 's/[^A-Za-z0-9]/-/g')"
mkdir -p "$folder"
id=$2
file="$folder/$id.jsonl"
case $1 in
--session-id) [ -e "$file" ] && { echo "Error: Session ID $id is already in use."; exit 1; };;
--resume) [ -e "$file" ] || file=$(ls "$HOME"/.claude/projects/*/"$id.jsonl" 2>/dev/null | head -n 1)
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
