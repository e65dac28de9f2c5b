public import VirgaJSON

/// The variables of one feature, or of one object inside it, read by name and kind.
///
/// Every getter answers with an optional: nil where the key is missing, where its value is `null`, and where it is of
/// another kind. Nothing is converted (`1` is no boolean, `"1"` no integer), nothing traps, and the app keeps its own
/// value for everything that no recipe sets:
///
/// ```swift
/// let variables = client.getVariables("app-menu")
/// let action = variables.getString("settings-menu-item-action") ?? "app://settings"
/// let title = variables.getText("settings-menu-item-title") ?? "Settings"
/// let isEnabled = variables.getBool("settings-menu-item-enabled") ?? true
/// ```
///
/// Each kind also comes as a list and as a map, which drop members of another kind and keep the rest:
///
/// ```swift
/// let ordering = variables.getStringList("ordering") ?? ["settings", "history"]
/// let rows = variables.getIntMap("sections-rows") ?? [:]
/// ```
///
/// Whoever has values from elsewhere makes a type conform by giving the two properties; all getters follow from them.
public protocol Variables: Sendable {
  /// The object that is read; nil where there is none at all, as for a feature that no recipe configures.
  var json: JSONObject? { get }

  /// Where texts and images are looked up.
  var resources: any ResourceLookup { get }
}

/// Variables over a JSON object.
///
/// ```swift
/// let variables = JSONVariables(["title": "AppMenu/SettingsTitle", "rows": 2])
/// variables.getInt("rows")  // 2
/// ```
public struct JSONVariables: Variables {
  /// The object that is read.
  public let json: JSONObject?
  /// Where texts and images are looked up; nested variables use the same.
  public let resources: any ResourceLookup

  /// Variables over `json`, with texts and images from `resources`.
  public init(_ json: JSONObject, resources: any ResourceLookup = NoResources()) {
    self.json = json
    self.resources = resources
  }
}

/// Variables without anything in them: every getter gives nil.
///
/// They are what an app gets for a feature that no recipe configures, and while the SDK is not ready.
public struct NilVariables: Variables {
  /// Nothing.
  public var json: JSONObject? { nil }
  /// Where generated code looks up the texts and images of its defaults.
  public let resources: any ResourceLookup

  /// Variables without anything in them; the texts and images of defaults come from `resources`.
  public init(resources: any ResourceLookup = NoResources()) { self.resources = resources }
}
