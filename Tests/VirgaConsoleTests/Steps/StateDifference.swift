/// Says in which properties two values differ.
enum StateDifference {
  /// A line for each property that differs, `path: old → new`, in the order of the properties.
  ///
  /// - Parameter hidden: The paths of properties that are not looked at, without what stands in brackets.
  static func lines(_ old: Any, _ new: Any, at path: String = "", hiding hidden: Set<String> = []) -> [String] {
    if hidden.contains(bare(path)) || isEqual(old, new) { return [] }
    let (left, right) = (Mirror(reflecting: old), Mirror(reflecting: new))
    switch left.displayStyle {
    case .optional:
      guard let left = left.children.first?.value, let right = right.children.first?.value else { break }
      return lines(left, right, at: path, hiding: hidden)
    case .struct, .tuple:
      guard !ValueText.isPlain(old), left.children.count == right.children.count else { break }
      let inner = zip(left.children, right.children).flatMap { old, new in
        lines(old.value, new.value, at: join(path, old.label ?? ""), hiding: hidden)
      }
      let hides = path.isEmpty || hidden.contains { $0.hasPrefix(bare(path) + ".") }
      if !inner.isEmpty || hides { return inner }
    case .set:
      let (old, new) = (texts(left), texts(right))
      let gone = old.subtracting(new).sorted().map { " - \($0)" }
      return ["\(path):" + (gone + new.subtracting(old).sorted().map { " + \($0)" }).joined()]
    case .dictionary: return members(left, right, at: path, hiding: hidden)
    case .collection: return elements(left, right, at: path, hiding: hidden)
    default: break
    }
    return ["\(path): \(ValueText.short(old)) → \(ValueText.short(new))"]
  }

  private static func join(_ path: String, _ label: String) -> String {
    // A property with a wrapper is stored under its name with a `_` before it.
    let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
    return path.isEmpty ? name : "\(path).\(name)"
  }

  private static func bare(_ path: String) -> String {
    var depth = 0
    return path.filter { character in
      if character == "[" { depth += 1 }
      defer { if character == "]" { depth -= 1 } }
      return depth == 0
    }
  }

  private static func texts(_ mirror: Mirror) -> Set<String> { Set(mirror.children.map { ValueText.short($0.value) }) }

  private static func members(
    _ old: Mirror, _ new: Mirror, at path: String, hiding hidden: Set<String>
  ) -> [String] {
    let (old, new) = (ValueText.members(old), ValueText.members(new))
    return Set(old.keys).union(new.keys).sorted().flatMap { key in
      let path = "\(path)[\(key)]"
      switch (old[key], new[key]) {
      case (let old?, let new?): return lines(old, new, at: path, hiding: hidden)
      case (let old, let new):
        return ["\(path): \(old.map(ValueText.short) ?? "none") → \(new.map(ValueText.short) ?? "none")"]
      }
    }
  }

  /// What lies between the first and the last elements that are the same in both.
  private static func elements(
    _ old: Mirror, _ new: Mirror, at path: String, hiding hidden: Set<String>
  ) -> [String] {
    let (old, new) = (old.children.map(\.value), new.children.map(\.value))
    let first = zip(old, new).prefix { isEqual($0, $1) }.count
    let rest = min(old.count, new.count) - first
    let last = zip(old.reversed(), new.reversed()).prefix { isEqual($0, $1) }.count
    let (gone, come) = (old[first..<old.count - min(last, rest)], new[first..<new.count - min(last, rest)])
    if gone.count == come.count, gone.count < 4 {
      return gone.indices.flatMap { lines(gone[$0], come[$0], at: "\(path)[\($0)]", hiding: hidden) }
    }
    let (left, right) = (ValueText.short(Array(gone)), ValueText.short(Array(come)))
    return ["\(path)[\(first)...]: \(left) → \(right) of \(new.count)"]
  }

  private static func isEqual(_ left: Any, _ right: Any) -> Bool {
    guard let left = left as? any Equatable else { return ValueText.whole(left) == ValueText.whole(right) }
    return isEqual(equatable: left, right)
  }

  private static func isEqual<Value: Equatable>(equatable left: Value, _ right: Any) -> Bool { left == right as? Value }
}
