/// The path to a value as problems write it: `features/app-menu.items[1]#Item.side`.
///
/// Rule: VirgaManifest/Messages.
struct ValuePath {
  enum Step {
    /// A variable or field.
    case name(String)
    /// The key of a map.
    case key(String)
    /// The key of a map from an enum: the enum, and the variant.
    case variant(String, String)
    /// An element of a list.
    case index(Int)
    /// Into an object type.
    case object(String)
    case example(String)
  }

  private let root: String
  private var steps: [Step] = []

  /// A path that begins at `root`: `features/app-menu`, `objects/Card`.
  init(_ root: String) { self.root = root }

  /// Extends the path by a step.
  mutating func push(_ step: Step) { steps.append(step) }

  /// Removes the last step.
  mutating func pop() { steps.removeLast() }

  /// What a path leads to, which decides what apps do with a wrong value there.
  enum Destination {
    /// An entry of a map: if the default of the map has the entry, apps take that, else they leave
    /// the wrong value out.
    case entry
    /// An element of a list, which has no default: apps leave the wrong value out.
    case element
    /// A variable, a field or something else whose default apps take.
    case other
  }

  /// What the path leads to, which its last step tells.
  var destination: Destination {
    switch steps.last {
    case .key, .variant: .entry
    case .index: .element
    case .name, .object, .example, nil: .other
    }
  }

  /// Whether the path leads into a value of an object type, at any depth: it has a step such as
  /// `#Card`.
  var isInObject: Bool {
    steps.contains { step in
      if case .object = step { true } else { false }
    }
  }

  /// The path with all steps, such as `features/app-menu.card#Card.badges['new'][0]`.
  ///
  /// An object is written with its type, `#Card`, and a key that is a variant with its enum:
  /// `[Side#left]`.
  var text: String {
    steps.reduce(into: root) { text, step in
      switch step {
      case .name(let name): text += ".\(name)"
      case .key(let key): text += "['\(key)']"
      case .variant(let name, let key): text += "[\(name)#\(key)]"
      case .index(let index): text += "[\(index)]"
      case .object(let name): text += "#\(name)"
      case .example(let name): text += "#examples[\"\(name)\"]"
      }
    }
  }
}

/// Something that walks through values and knows the path to the current one.
protocol ValueWalker {
  var path: ValuePath { get set }
}

extension ValueWalker {
  /// Returns the result of `body`, during which `step` is at the end of the path.
  mutating func extendingPath<Result>(
    by step: ValuePath.Step, _ body: (inout Self) -> Result
  ) -> Result {
    path.push(step)
    defer { path.pop() }
    return body(&self)
  }
}
