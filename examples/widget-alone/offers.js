// Shows the widget on a page whose backend does not use the handler.
const element = document.createElement('lending-widget');

element.widget = {
  // As the dashboard made it, with {access_token} where the token goes.
  embedCode: `
    <div id="funding"></div>
    <script src="https://widget.lender.example/widget.js"></script>
    <script>
      SampleFundingWidget.init({ token: '{access_token}', container: document.querySelector('#funding') });
    </script>`,
};

// Called at each start, and each time that the widget asks for a token.
element.getToken = async () => {
  const response = await fetch('/offers/token', { method: 'POST' });
  if (!response.ok) throw new Error(`/offers/token answered ${response.status}.`);
  return (await response.json()).access_token;
};

document.querySelector('#offers').append(element);
