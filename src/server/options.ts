import { LendingError } from '../errors.js';
import { problemsOf } from '../schema/form.js';
import { settings as settingsSchema, type Settings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { widgetSettings, type WidgetSettings } from '../schema/widget-settings.js';

/** The partner's settings over the defaults. Throws `config-invalid`, naming what is wrong. */
export function checkSettings(given: Partial<Settings> | undefined): Settings {
  const result = settingsSchema.safeParse({ ...defaultSettings, ...given });
  if (result.success) return result.data;
  throw wrongOption('settings', problemsOf(result.error)[0]!.path);
}

/** The partner's widget settings. Throws `config-invalid`, naming what is wrong. */
export function checkWidget(given: WidgetSettings | undefined): WidgetSettings | undefined {
  const result = given && widgetSettings.safeParse(given);
  if (!result || result.success) return result?.data;
  throw wrongOption('widget', problemsOf(result.error)[0]!.path);
}

const wrongOption = (option: string, path: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): "${path}" is missing or has the wrong shape.`);
