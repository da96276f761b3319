/* The payment method in the checkout block. WooCommerce and WordPress give React and the texts, so nothing is built. */
(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { getPaymentMethodData } = window.wc.wcSettings;
  const { createElement, useEffect, useState } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const settings = getPaymentMethodData('nsimbi', null);
  if (settings === null) return;
  const title = decodeEntities(settings.title);

  const Phone = ({ eventRegistration, emitResponse }) => {
    const [phone, setPhone] = useState('');
    useEffect(
      () =>
        eventRegistration.onPaymentSetup(() =>
          phone.trim() === ''
            ? { type: emitResponse.responseTypes.ERROR, message: settings.phoneIsMissing }
            : { type: emitResponse.responseTypes.SUCCESS, meta: { paymentMethodData: { nsimbi_phone: phone } } },
        ),
      [eventRegistration.onPaymentSetup, emitResponse.responseTypes.ERROR, emitResponse.responseTypes.SUCCESS, phone],
    );
    return createElement(
      'div',
      null,
      settings.isTest ? createElement('p', null, createElement('strong', null, settings.testNotice)) : null,
      settings.description === '' ? null : createElement('p', null, decodeEntities(settings.description)),
      createElement(
        'label',
        { htmlFor: 'nsimbi-phone' },
        settings.phoneLabel,
        ' ',
        createElement('input', {
          id: 'nsimbi-phone',
          type: 'tel',
          autoComplete: 'tel',
          required: true,
          placeholder: '0772 123 456',
          value: phone,
          onChange: (event) => setPhone(event.target.value),
        }),
      ),
    );
  };

  registerPaymentMethod({
    name: 'nsimbi',
    label: createElement('span', null, title),
    ariaLabel: title,
    content: createElement(Phone),
    edit: createElement('p', null, decodeEntities(settings.description)),
    canMakePayment: () => true,
    supports: { features: settings.supports },
  });
})();
