import { LendingWidgetElement } from '../components/widget/lending-widget.js';

LendingWidgetElement.define();

export { LendingWidgetElement };
