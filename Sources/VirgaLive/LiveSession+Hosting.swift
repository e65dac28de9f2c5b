package import VirgaExperiments
package import VirgaJSON
package import VirgaSDK
import VirgaSession
import VirgaTargeting

extension LiveSession: ClientHost {
  /// The client as the session knows it; attributes of `context` that the session does not have stay.
  package func state(of client: Client, context: JSONObject) -> HostedState {
    let session = session
    var flat = ExpressionValue.members(of: context)
    flat["channel"] = session[.channel].map { ExpressionValue($0) } ?? flat["channel"]
    for name in session.names(of: .context) { flat[name] = session[.context, name].map { ExpressionValue($0) } }
    var client = client
    let id = client.attributes.clientID
    client.attributes = ClientAttributes(flat: flat)
    client.attributes.clientID = session.clientID ?? id
    client.events = session.behavior
    client.userSetPreferences = NameSet(session.names(of: .preference))
    let configs = SessionConfigs(session, coenrolling: client.coenrollingFeatures)
    return HostedState(client: client, enrollments: session.enrollments) { configs[$0] }
  }
}
