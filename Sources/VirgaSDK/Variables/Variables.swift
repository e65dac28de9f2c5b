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

/// How every getter reaches a member, a list of members and a map of members.
extension Variables {
  /// What `read` makes of the member `key`; nil where there is none or `read` refuses it.
  func member<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let json else { return nil }
    // An object may hold one name in two spellings of Unicode; the exact one counts before an equivalent one.
    let value = json[key] ?? json.first { $0.key == key }?.value
    return value.flatMap(read)
  }

  /// The elements of the list `key` that `read` accepts, in order; nil where there is no list.
  func list<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> [Value]? {
    member(key) { $0.arrayValue?.compactMap(read) }
  }

  /// The members of the object `key` that `read` accepts; nil where there is no object.
  func map<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> [String: Value]? {
    member(key) { $0.objectValue?.compactMap(read) }
  }
}

extension JSONObject {
  /// The members that `read` accepts; of two names that Swift takes for the same the last one counts.
  func compactMap<Value>(_ read: (JSONValue) -> Value?) -> [String: Value] {
    var members: [String: Value] = [:]
    for (key, value) in self {
      if let value = read(value) { members[key] = value }
    }
    return members
  }
}

extension Variables {
  /// The string `key`; nil for anything else.
  public func getString(_ key: String) -> String? { member(key, Scalar.string) }

  /// The strings of the list `key`, in order; members of another kind are dropped.
  public func getStringList(_ key: String) -> [String]? { list(key, Scalar.string) }

  /// The strings of the object `key`; members of another kind are dropped.
  public func getStringMap(_ key: String) -> [String: String]? { map(key, Scalar.string) }

  /// The members of this object that are strings; nil where there is no object at all.
  public func asStringMap() -> [String: String]? { json?.compactMap(Scalar.string) }
}

extension Variables {
  /// The integer `key`: any number whose value is whole and fits (`3`, `3.0`, `3e0`); nil for anything else.
  public func getInt(_ key: String) -> Int? { member(key, Scalar.int) }

  /// The integers of the list `key`, in order; members of another kind are dropped.
  public func getIntList(_ key: String) -> [Int]? { list(key, Scalar.int) }

  /// The integers of the object `key`; members of another kind are dropped.
  public func getIntMap(_ key: String) -> [String: Int]? { map(key, Scalar.int) }

  /// The members of this object that are integers; nil where there is no object at all.
  public func asIntMap() -> [String: Int]? { json?.compactMap(Scalar.int) }
}

extension Variables {
  /// The boolean `key`; nil for anything else, also for `0` and `1`.
  public func getBool(_ key: String) -> Bool? { member(key, Scalar.bool) }

  /// The booleans of the list `key`, in order; members of another kind are dropped.
  public func getBoolList(_ key: String) -> [Bool]? { list(key, Scalar.bool) }

  /// The booleans of the object `key`; members of another kind are dropped.
  public func getBoolMap(_ key: String) -> [String: Bool]? { map(key, Scalar.bool) }

  /// The members of this object that are booleans; nil where there is no object at all.
  public func asBoolMap() -> [String: Bool]? { json?.compactMap(Scalar.bool) }
}

extension Variables {
  /// The number `key` as the nearest double; nil for anything else, and for a number beyond a double's range.
  public func getDouble(_ key: String) -> Double? { member(key, Scalar.double) }

  /// The numbers of the list `key`, in order; members of another kind are dropped.
  public func getDoubleList(_ key: String) -> [Double]? { list(key, Scalar.double) }

  /// The numbers of the object `key`; members of another kind are dropped.
  public func getDoubleMap(_ key: String) -> [String: Double]? { map(key, Scalar.double) }

  /// The members of this object that are numbers; nil where there is no object at all.
  public func asDoubleMap() -> [String: Double]? { json?.compactMap(Scalar.double) }
}

/// What counts as which kind of value.
enum Scalar {
  static func string(_ value: JSONValue) -> String? { value.stringValue }
  static func bool(_ value: JSONValue) -> Bool? { value.booleanValue }
  static func int(_ value: JSONValue) -> Int? { value.integerValue.flatMap(Int.init(exactly:)) }
  static func double(_ value: JSONValue) -> Double? { value.doubleValue.flatMap { $0.isFinite ? $0 : nil } }
}

/// Lists and maps of what has no getter of its own, such as lists of lists.
extension Variables {
  /// What `read` makes of each element of the list `key`, in order; an element for which it gives nil is dropped.
  ///
  /// `read` finds the element in variables of its own, under the key that comes with them:
  ///
  /// ```swift
  /// let rows: [[Int]]? = variables.getList("rows") { $0.getIntList($1) }
  /// ```
  public func getList<Value>(_ key: String, _ read: (any Variables, String) -> Value?) -> [Value]? {
    list(key) { element($0, read) }
  }

  /// What `read` makes of each member of the object `key`; a member for which it gives nil is dropped.
  ///
  /// Two keys of the object that differ in bytes alone, such as `é` and `e` with a combining accent, are one key of a Swift
  /// dictionary: the last of their members that `read` accepts counts. The same holds for every map getter.
  public func getMap<Value>(_ key: String, _ read: (any Variables, String) -> Value?) -> [String: Value]? {
    map(key) { element($0, read) }
  }

  private func element<Value>(_ value: JSONValue, _ read: (any Variables, String) -> Value?) -> Value? {
    read(JSONVariables(["element": value], resources: resources), "element")
  }
}
