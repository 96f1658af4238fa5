#!/bin/bash
# Runs a command in a desktop session of its own: a display without a screen, a window manager, the accessibility bus, and Orca. It ends
# all of them after the command. READER_FOLDER is an empty folder for their files; Orca's speech goes to speech.jsonl in it.
# Usage: session.sh COMMAND... It ends with exit code 3 if Orca does not speak.
set -u
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${READER_INSIDE:-}" ]; then
  export READER_INSIDE=1
  # Orca does not start next to another Orca. In a process namespace of its own it sees none, and nothing outlives the session.
  alone=(unshare --fork --pid --mount-proc --kill-child)
  "${alone[@]}" true 2>/dev/null || alone=()
  exec "${alone[@]}" bash -c 'dbus-run-session -- "$@"; exit' "$0" "$0" "$@"
fi
export HOME=$READER_FOLDER/home XDG_RUNTIME_DIR=$READER_FOLDER/runtime XDG_DATA_HOME=$READER_FOLDER/data
export LANG=C.UTF-8 LC_ALL=C.UTF-8 GTK_MODULES=gail:atk-bridge GNOME_ACCESSIBILITY=1 NO_AT_BRIDGE=0
unset WAYLAND_DISPLAY
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" "$XDG_DATA_HOME/orca"
chmod 700 "$XDG_RUNTIME_DIR"
speech=$READER_FOLDER/speech.jsonl
: >"$speech"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null; wait' EXIT
exec 7>"$READER_FOLDER/display"
Xvfb -displayfd 7 -screen 0 1280x1000x24 -nolisten tcp >"$READER_FOLDER/xvfb.log" 2>&1 & pids+=($!)
for _ in $(seq 100); do [ -s "$READER_FOLDER/display" ] && break; sleep 0.1; done
export DISPLAY=:$(tr -d '[:space:]' <"$READER_FOLDER/display")
openbox >"$READER_FOLDER/openbox.log" 2>&1 & pids+=($!)
# Browsers build their accessibility tree only if assistive technology is on.
for property in IsEnabled ScreenReaderEnabled; do
  dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
    string:org.a11y.Status string:$property variant:boolean:true >/dev/null 2>&1
done
# Without an echo of each typed key, which would hide the speech of the page.
printf 'import orca.settings\norca.settings.enableKeyEcho = False\n' >"$XDG_DATA_HOME/orca/orca-customizations.py"
SPEECH=$speech PYTHONPATH=$here /usr/bin/orca >"$READER_FOLDER/orca.log" 2>&1 & pids+=($!)
for _ in $(seq 300); do grep -q '"say"' "$speech" && break; sleep 0.1; done
grep -q '"say"' "$speech" || { echo "Orca does not speak: $(cat "$READER_FOLDER/orca.log")" >&2; exit 3; }
"$@"
