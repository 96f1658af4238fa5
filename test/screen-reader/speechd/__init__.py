"""Takes the place of Debian's python3-speechd: what Orca says goes to the file SPEECH, one JSON object a line, and to no sound device."""
import html, json, os, re, threading, time

__path__.append("/usr/lib/python3/dist-packages/speechd")
from .client import CallbackType, DataMode, Priority, PunctuationMode, Scope, SSIPCommandError, SSIPCommunicationError, SSIPError

CHARACTERS_A_SECOND = 25  # about 300 words a minute

_file = open(os.environ["SPEECH"], "a", buffering=1)
_lock = threading.Lock()


def _write(kind, text):
    with _lock:
        _file.write(json.dumps({"at": round(time.time() * 1000), "kind": kind, "text": text}, ensure_ascii=False) + "\n")


class SSIPClient:
    """Says texts one after the other, as Speech Dispatcher does. Orca must hear of the end of each text, and of each that it cancels."""

    def __init__(self, *args, **kwargs):
        self._queue = []  # (end, callback, timers)

    def speak(self, text, callback=None, event_types=None):
        plain, now = html.unescape(re.sub(r"<[^>]+>", "", text)).strip(), time.time()
        self._queue = [one for one in self._queue if one[0] > now]
        begin = max([now] + [one[0] for one in self._queue])
        end = begin + len(plain) / CHARACTERS_A_SECOND
        timers = []
        if callback:
            for at, event in ((begin, CallbackType.BEGIN), (end, CallbackType.END)):
                timers.append(threading.Timer(max(0.01, at - now), callback, (event,)))
                timers[-1].start()
        self._queue.append((end, callback, timers))
        _write("say", plain)
        return (0, "", ("1",))

    def char(self, char):
        _write("char", char)

    def key(self, key):
        _write("key", key)

    def _stop(self, *args):
        now = time.time()
        cut, self._queue = [one for one in self._queue if one[0] > now], []
        for _, callback, timers in cut:
            for timer in timers:
                timer.cancel()
            if callback:
                threading.Timer(0.01, callback, (CallbackType.CANCEL,)).start()

    cancel = stop = pause = _stop

    def list_output_modules(self):
        return ("file",)

    def list_synthesis_voices(self):
        return (("file", "en", "none"),)

    def get_rate(self):
        return 0

    get_pitch = get_volume = get_rate

    def get_language(self):
        return "en"

    def get_output_module(self):
        return "file"

    def close(self):
        pass

    def __getattr__(self, name):
        if name.startswith("set_") or name in ("resume", "sound_icon", "block_begin", "block_end"):
            return lambda *args, **kwargs: None
        raise AttributeError(name)
