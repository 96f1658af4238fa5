/** The CDN entry of the widget alone. */
import { LendingWidgetElement } from './components/widget/lending-widget.js';

export * from './cdn.js';

LendingWidgetElement.define();
