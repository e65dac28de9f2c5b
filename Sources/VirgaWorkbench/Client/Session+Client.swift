package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource
import VirgaTargeting

// The client of a session, as recipes are evaluated for it.
extension Session {
  /// The current channel: the chosen one, if the manifest has it, else the manifest's first.
  ///
  /// Without a manifest it is the chosen one, whatever its name. Nil if there is nothing to choose
  /// from: a manifest without channels, or neither a manifest nor a choice.
  package func channel(in manifest: Manifest?) -> String? {
    let chosen = self[.channel]?.stringValue
    guard let manifest else { return chosen }
    if let chosen, manifest.channels.containsName(chosen) { return chosen }
    return manifest.channels.first
  }

  /// The channel of an operation: that on screen, or else the session's.
  func channel(in operationContext: OperationContext) -> String? {
    operationContext.channel ?? channel(in: operationContext.manifest)
  }

  /// The client's attributes: those of the session, with a channel and an app's name if the session
  /// does not set these.
  ///
  /// The app's name is that of the manifest, or else the one that all recipes have.
  package func attributes(in operationContext: OperationContext) -> [Name: JSONValue] {
    var attributes = entries(of: .context)
    if attributes[ClientKey.channel] == nil {
      attributes[ClientKey.channel] = channel(in: operationContext).map(JSONValue.string)
    }
    if attributes[ClientKey.appName] == nil {
      let appName = operationContext.manifest?.appName ?? commonAppName
      attributes[ClientKey.appName] = appName.map(JSONValue.string)
    }
    return attributes
  }

  /// The application that all recipes name; nil if there is none or several.
  private var commonAppName: String? {
    let names = Set(entries(of: .recipe).values.compactMap { $0["appName"]?.stringValue })
    return names.count == 1 ? names.first : nil
  }

  /// The client as recipes are evaluated for it: with its attributes, its behavioral events, the
  /// keys of the preferences that its user has set, and the time of its clock.
  package func client(in operationContext: OperationContext) -> Client {
    let attributes = ClientAttributes(
      flat: attributes(in: operationContext).mapValues { ExpressionValue($0) })
    return Client(
      attributes: attributes, events: behavior,
      userSetPreferences: Set(entries(of: .preference).keys),
      coenrollingFeatures: operationContext.coenrollingFeatures,
      now: now(wall: operationContext.time))
  }
}
