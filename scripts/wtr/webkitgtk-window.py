#!/usr/bin/python3
"""A WebKitGTK window for WebDriver with any viewport width, and media features that are set over a unix socket.

MiniBrowser supports neither: its toolbar is wider than a phone, and it cannot change the media features.
"""

import json
import os
import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gio, GLib, Gtk, WebKit2

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
windows = []


def create_web_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(800, 600)
    window.add(view)
    window.show_all()
    view.grab_focus()
    windows.append(window)
    return view


def on_automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", create_web_view)


def apply(command):
    settings = Gtk.Settings.get_default()
    if "colorScheme" in command:
        settings.set_property("gtk-application-prefer-dark-theme", command["colorScheme"] == "dark")
    if "reducedMotion" in command:
        settings.set_property("gtk-enable-animations", command["reducedMotion"] != "reduce")
    if "clipboard" in command:
        Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).set_text(command["clipboard"], -1)
    if "width" in command:
        windows[-1].resize(command["width"], command["height"])
        windows[-1].present()


def on_incoming(_service, connection, _source):
    line = Gio.DataInputStream.new(connection.get_input_stream()).read_line_utf8(None)[0]
    apply(json.loads(line))
    connection.get_output_stream().write_all(b"ok\n", None)
    connection.close(None)
    return True


context.connect("automation-started", on_automation_started)
service = Gio.SocketService()
# A previous window has left its socket.
if os.path.exists(os.environ["LENDING_WINDOW_SOCKET"]):
    os.unlink(os.environ["LENDING_WINDOW_SOCKET"])
address = Gio.UnixSocketAddress.new(os.environ["LENDING_WINDOW_SOCKET"])
service.add_address(address, Gio.SocketType.STREAM, Gio.SocketProtocol.DEFAULT, None)
service.connect("incoming", on_incoming)
service.start()
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, Gtk.main_quit)
Gtk.main()
