import CVirgaPlatform

/// The characters that can be drawn.
enum DrawableCharacters {
  case unicode
  /// All characters, but the environment requests another character type, usually `C`: ASCII is
  /// drawn unless the person asks for all.
  case unicodeIfRequested
  /// Only ASCII: ncurses uses the locale, and this system has none with UTF-8.
  case ascii

  /// Selects a UTF-8 locale for the process, preferably the one in the environment; returns what it
  /// can draw.
  static func select(_ environment: [String: String]) -> DrawableCharacters {
    let hasLocaleOfEnvironment = setlocale(LC_CTYPE, "") != nil
    let isUTF8 = String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    if hasLocaleOfEnvironment, isUTF8 { return .unicode }
    let fallbacks = ["C.UTF-8", "en_US.UTF-8"]
    guard fallbacks.contains(where: { setlocale(LC_CTYPE, $0) != nil }) else { return .ascii }
    let namesLocale = ["LC_ALL", "LC_CTYPE", "LANG"].contains { !(environment[$0] ?? "").isEmpty }
    // A locale that is named but missing here says nothing about the terminal.
    let requestsOtherType = namesLocale && hasLocaleOfEnvironment
    return requestsOtherType ? .unicodeIfRequested : .unicode
  }

  /// Whether to draw only ASCII; `request` is the person's choice, nil if they made none.
  func isASCII(request: Bool?) -> Bool {
    switch self {
    case .unicode: request ?? false
    case .unicodeIfRequested: request ?? true
    case .ascii: true
    }
  }
}
