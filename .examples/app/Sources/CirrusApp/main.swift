// An app whose debug build follows the console. Generate its features first:
//   virga fml generate nimbus.fml.yaml Sources/CirrusApp/ --channel release --language swift
#if DEBUG
  import VirgaLive
#else
  import VirgaSDK
#endif

#if DEBUG
  // What you change here, the app reads at once: virga nimbus.fml.yaml --session try.virga
  let session = try LiveSession("try.virga")
  let client = FeatureClient(session: session, context: ["app_name": "cirrus"])
#else
  let client = FeatureClient(
    .init(context: ["app_name": "cirrus", "channel": "release"], store: ClientFile("state.json")))
#endif

client.connect(CirrusNimbus.shared)
client.whenApplied { print(CirrusNimbus.shared.features.homescreen.value().greeting) }
client.applyPendingExperiments()

// An app with windows runs its own loop here.
while true { try await Task.sleep(for: .seconds(60)) }
