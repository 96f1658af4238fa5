import { LendingWidgetElement } from '../components/lending-widget.js';

LendingWidgetElement.define();

export { LendingWidgetElement };
