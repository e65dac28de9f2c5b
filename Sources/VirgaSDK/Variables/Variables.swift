public import VirgaJSON

/// The variables of one feature, or of one object inside it, by name and type.
///
/// Every getter returns an optional: nil if the key is missing, the value is `null`, or it has
/// another type. Nothing is converted (`1` is not a boolean, `"1"` is not an integer), nothing
/// traps, and the app keeps its own value for everything that no recipe sets:
///
/// ```swift
/// let variables = client.getVariables("app-menu")
/// let action = variables.getString("settings-menu-item-action") ?? "app://settings"
/// let title = variables.getText("settings-menu-item-title") ?? "Settings"
/// let isEnabled = variables.getBool("settings-menu-item-enabled") ?? true
/// ```
///
/// Each type also comes as a list and as a map, which drop members of another type and keep the
/// rest.
///
/// A type with other sources of values conforms by providing the two properties; all getters follow
/// from them.
public protocol Variables: Sendable {
  /// The object that is read. Nil if no config is set, as for a feature that no recipe configures.
  var json: JSONObject? { get }

  /// Looks up texts and images.
  var resources: any ResourceLookup { get }
}

/// Variables over a JSON object.
public struct JSONVariables: Variables {
  /// The object that is read.
  public let json: JSONObject?
  /// Looks up texts and images, also for nested variables.
  public let resources: any ResourceLookup

  /// Variables over `json`, with texts and images from `resources`.
  public init(_ json: JSONObject, resources: any ResourceLookup = TableResources()) {
    self.json = json
    self.resources = resources
  }
}

/// Empty variables, for a feature that no recipe configures: every getter returns nil.
public struct NilVariables: Variables {
  /// Nothing.
  public var json: JSONObject? { nil }
  /// Where generated code looks up the texts and images of defaults.
  public let resources: any ResourceLookup

  /// Creates empty variables; the texts and images of defaults come from `resources`.
  public init(resources: any ResourceLookup = TableResources()) { self.resources = resources }
}

extension Variables {
  /// The result of `read` for the member `key`; nil if there is no such member, or no object to
  /// read, as for a feature that no recipe configures.
  func readMember<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let json else { return nil }
    // The subscript compares bytes, `==` takes Unicode spellings of one name as equal: an exact key
    // wins over an equivalent one.
    let value = json[key] ?? json.first { $0.key == key }?.value
    return value.flatMap(read)
  }

  /// The results of `read` for the elements of the list `key`, without nils.
  func readList<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> [Value]? {
    readMember(key) { $0.arrayValue?.compactMap(read) }
  }

  /// The results of `read` for the members of the object `key`, without nils.
  func readMap<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> [String: Value]? {
    readMember(key) { $0.objectValue?.compactMapValues(read) }
  }

  /// The string `key`; nil for anything else.
  public func getString(_ key: String) -> String? { readMember(key, Scalar.string) }

  /// The strings of the list `key`, in order; members of another type are dropped.
  public func getStringList(_ key: String) -> [String]? { readList(key, Scalar.string) }

  /// The strings of the object `key`; members of another type are dropped.
  public func getStringMap(_ key: String) -> [String: String]? { readMap(key, Scalar.string) }

  /// The members of this object that are strings; nil if ``json`` is nil.
  public func asStringMap() -> [String: String]? { json?.compactMapValues(Scalar.string) }

  /// The integer `key`: any whole number in range (`3`, `3.0`, `3e0`); nil for anything else.
  public func getInt(_ key: String) -> Int? { readMember(key, Scalar.int) }

  /// The integers of the list `key`, in order; members of another type are dropped.
  public func getIntList(_ key: String) -> [Int]? { readList(key, Scalar.int) }

  /// The integers of the object `key`; members of another type are dropped.
  public func getIntMap(_ key: String) -> [String: Int]? { readMap(key, Scalar.int) }

  /// The members of this object that are integers; nil if ``json`` is nil.
  public func asIntMap() -> [String: Int]? { json?.compactMapValues(Scalar.int) }

  /// The boolean `key`; nil for anything else, including `0` and `1`.
  public func getBool(_ key: String) -> Bool? { readMember(key, Scalar.bool) }

  /// The booleans of the list `key`, in order; members of another type are dropped.
  public func getBoolList(_ key: String) -> [Bool]? { readList(key, Scalar.bool) }

  /// The booleans of the object `key`; members of another type are dropped.
  public func getBoolMap(_ key: String) -> [String: Bool]? { readMap(key, Scalar.bool) }

  /// The members of this object that are booleans; nil if ``json`` is nil.
  public func asBoolMap() -> [String: Bool]? { json?.compactMapValues(Scalar.bool) }

  /// The number `key` as the nearest double; nil for anything else or out of range.
  public func getDouble(_ key: String) -> Double? { readMember(key, Scalar.double) }

  /// The numbers of the list `key`, in order; members of another type are dropped.
  public func getDoubleList(_ key: String) -> [Double]? { readList(key, Scalar.double) }

  /// The numbers of the object `key`; members of another type are dropped.
  public func getDoubleMap(_ key: String) -> [String: Double]? { readMap(key, Scalar.double) }

  // Lists and maps of types without a getter, such as lists of lists.
  /// The results of `read` for the elements of the list `key`, in order, without nils.
  ///
  /// `read` gets variables that contain only the element, and the key under which to find it:
  ///
  /// ```swift
  /// let rows: [[Int]]? = variables.getList("rows") { $0.getIntList($1) }
  /// ```
  public func getList<Value>(_ key: String, _ read: (any Variables, String) -> Value?) -> [Value]? {
    readList(key) { readElement($0, read) }
  }

  /// The results of `read` for the members of the object `key`, without nils.
  ///
  /// Two keys that differ only in their bytes, such as `é` and `e` with a combining accent, are one
  /// key of a Swift dictionary: the last member that `read` accepts wins.
  public func getMap<Value>(
    _ key: String, _ read: (any Variables, String) -> Value?
  ) -> [String: Value]? {
    readMap(key) { readElement($0, read) }
  }

  /// Reads the nullable value `key`: `.some(nil)` for null, and nil if it is missing or `read`
  /// returns nil.
  ///
  /// Tells a null, which is a value of an optional element, from an element of another type, which
  /// is dropped:
  ///
  /// ```swift
  /// let scores: [Int?]? = variables.getList("scores") { $0.getNullable($1) { $0.getInt($1) } }
  /// ```
  public func getNullable<Value>(
    _ key: String, _ read: (any Variables, String) -> Value?
  ) -> Value?? {
    let isNull = readMember(key) { $0.isNull } ?? false
    if isNull { return .some(nil) }
    return read(self, key).map(Optional.some)
  }

  /// The result of `read` for one element of a list or map.
  ///
  /// Getters such as `getInt(_:)` read a member by its key, so `read` gets variables that contain
  /// only the element, and the key under which to find it.
  private func readElement<Value>(
    _ value: JSONValue, _ read: (any Variables, String) -> Value?
  ) -> Value? {
    read(JSONVariables(["element": value], resources: resources), "element")
  }
}

extension JSONObject {
  /// The members for which `read` returns a value.
  ///
  /// If two names differ only in their bytes, such as `é` as one or as two Unicode scalars, the
  /// last of the two wins: Swift considers them equal.
  func compactMapValues<Value>(_ read: (JSONValue) -> Value?) -> [String: Value] {
    var members: [String: Value] = [:]
    for (key, value) in self {
      if let value = read(value) { members[key] = value }
    }
    return members
  }
}

/// Reads scalars of JSON without converting them; nil for any other type.
enum Scalar {
  static func string(_ value: JSONValue) -> String? { value.stringValue }
  static func bool(_ value: JSONValue) -> Bool? { value.booleanValue }
  /// A whole number in the range of `Int`.
  static func int(_ value: JSONValue) -> Int? { value.integerValue.flatMap(Int.init(exactly:)) }
  /// A number in the range of `Double`.
  static func double(_ value: JSONValue) -> Double? {
    guard let number = value.doubleValue, number.isFinite else { return nil }
    return number
  }
}
