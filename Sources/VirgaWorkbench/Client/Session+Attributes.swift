package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaTargeting

extension Session {
  /// The current channel: the chosen one, else the manifest's first; nil without channels.
  ///
  /// A chosen channel that the manifest does not have is ignored.
  package func channel(in manifest: Manifest?) -> String? {
    let chosen = self[.channel]?.stringValue
    guard let manifest else { return chosen }
    return chosen.flatMap { manifest.channels.containsName($0) ? $0 : nil } ?? manifest.channels.first
  }

  /// The channel on screen, or else the session's.
  func channel(in operationContext: OperationContext) -> String? {
    operationContext.channel ?? channel(in: operationContext.manifest)
  }

  /// The client's attributes: those that the person set, and defaults.
  ///
  /// Defaults exist for the channel and the application: the manifest's, or else the one that all recipes name.
  package func attributes(in operationContext: OperationContext) -> [Name: JSONValue] {
    var attributes = all(.context)
    if attributes[ClientKey.channel] == nil {
      attributes[ClientKey.channel] = channel(in: operationContext).map(JSONValue.string)
    }
    if attributes[ClientKey.appName] == nil {
      attributes[ClientKey.appName] = (operationContext.manifest?.appName ?? commonAppName).map(JSONValue.string)
    }
    return attributes
  }

  /// The application that all recipes name; nil if there is none or several.
  private var commonAppName: String? {
    let names = Set(all(.recipe).values.compactMap { $0["appName"]?.stringValue })
    return names.count == 1 ? names.first : nil
  }

  /// The client for evaluating recipes.
  package func client(in operationContext: OperationContext) -> Client {
    let attributes = ClientAttributes(flat: attributes(in: operationContext).mapValues { ExpressionValue($0) })
    let coenrolling = operationContext.coenrollingFeatures.union(operationContext.manifest?.coenrollingFeatures ?? [])
    return Client(
      attributes: attributes, events: behavior, userSetPreferences: Set(all(.preference).keys),
      coenrollingFeatures: coenrolling, now: now(wall: operationContext.time))
  }
}
